"""The form of ``config.yaml``."""

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, StrictInt, ValidationError, field_validator

from feature_learning.core.device import DEVICES
from feature_learning.core.errors import UserError, did_you_mean
from feature_learning.pipeline.declare.folders import of_your_own
from feature_learning.pipeline.declare.messages import CONFIGURATION, explain
from feature_learning.pipeline.declare.values import Strict

SCALES = ("smoke", "laptop", "paper", "beyond")
_STYLES = ("neurips", "icml", "talk")


class Config(Strict):
    """What to run."""

    elsewhere = " Values of experiments are changed under overrides"

    scale: Literal["smoke", "laptop", "paper", "beyond"] = Field(
        "laptop", description="sizes: seconds, minutes, as published, or past that"
    )
    seed: StrictInt = Field(
        0,
        ge=0,
        description="the master seed: another one gives a whole independent replication, "
        "in folders of its own",
    )
    device: Literal["auto", "cpu", "cuda"] = Field("auto", description="where large products run")
    figure_style: Literal["neurips", "icml", "talk"] = Field(
        "neurips",
        description="where figures will be printed: sets their width and their type; "
        "figures of another style than neurips are kept in folders of their own",
    )
    name: str = Field(
        "",
        description="the name of a variant, whose results and figures are kept in folders of its "
        "own, beside those of the declared run",
    )
    papers: Literal["all"] | Annotated[list[str], Field(min_length=1)] = Field(
        "all", description="which papers"
    )
    paper_folders: list[str] = Field(
        [], description="folders outside the project that hold papers, too"
    )
    overrides: dict[str, Any] = Field(
        {}, description="changes of experiments and figures by paper, merged last"
    )

    @field_validator("name")
    @classmethod
    def _part_of_a_folder(cls, name: str) -> str:
        taken = name in _STYLES or re.fullmatch(r"seed\d*", name)
        if not re.fullmatch("([a-z][a-z0-9]*)?", name) or taken:
            raise ValueError(
                "must be lower-case letters and digits, beginning with a letter, and neither seed "
                "nor a figure style: it becomes part of a folder's name"
            )
        return name

    @property
    def drawn(self) -> str:
        """The name of the folder in ``figures/``: the run's, with the style if it is another one
        than `_STYLES` has first.
        """
        return self.run if self.figure_style == _STYLES[0] else f"{self.run}-{self.figure_style}"

    @property
    def run(self) -> str:
        """The name of the run, which is that of its folder in ``results/``."""
        seed = f"seed{self.seed}" if self.seed else ""
        return "-".join(part for part in (self.scale, seed, self.name) if part)

    def selected(self, known: Iterable[str]) -> list[str]:
        """Return the papers that are selected, of those that are known, in their order; refuse an
        unknown one that is selected or changed.
        """
        names, known = [] if self.papers == "all" else self.papers, list(known)
        for where, given in (("papers", names), ("overrides", self.overrides)):
            for name in given:
                if name not in known:
                    near = f"{did_you_mean(name, known)}{of_your_own(name)}"
                    raise UserError(f"{CONFIGURATION}: {where}: unknown paper {name!r}.{near}")
        return [key for key in known if self.papers == "all" or key in names]

    @property
    def title(self) -> str:
        """The name of the run on pages and in the terminal."""
        seed = f"master seed {self.seed}" if self.seed else ""
        variant = f"variant {self.name}" if self.name else ""
        style = f"style {self.figure_style}" if self.drawn != self.run else ""
        return ", ".join(part for part in (f"{self.scale} scale", seed, variant, style) if part)

    @property
    def options(self) -> list[str]:
        """The options after ``--config`` that select this run."""
        style = self.figure_style if self.drawn != self.run else ""
        options = {"scale": self.scale, "seed": self.seed, "name": self.name, "figure_style": style}
        return [f"{option}={value}" for option, value in options.items() if value]


def checked(raw: Mapping[str, Any]) -> Config:
    """Check the form of a configuration as Snakemake passes it on."""
    try:
        return Config.model_validate(dict(raw))
    except ValidationError as error:
        raise UserError(explain(error, CONFIGURATION)) from None


assert set(SCALES) == set(Config.model_fields["scale"].annotation.__args__)  # type: ignore[union-attr]
assert set(DEVICES) == set(Config.model_fields["device"].annotation.__args__)  # type: ignore[union-attr]
