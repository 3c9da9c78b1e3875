"""What every other floor stands on: settings, random streams, tables, devices, errors."""
