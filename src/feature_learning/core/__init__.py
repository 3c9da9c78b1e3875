"""The lowest floor: settings, random streams, tables, devices and errors."""
