"""What all other packages build on: settings, random streams, tables, devices, errors."""
