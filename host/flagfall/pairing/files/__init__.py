"""Events and lists in other programs' files: CSV and TRF, in and out."""
