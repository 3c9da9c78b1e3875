from feature_learning.api import load as load
from feature_learning.api import predict as predict
from feature_learning.api import run as run

__version__: str
