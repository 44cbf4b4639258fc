"""Lists the packages to install, which pyproject.toml alone cannot: found ones beside two mapped ones.

``cli/`` and ``migrations/`` stand at the top of the repository and are installed inside the library.
"""

from setuptools import find_packages, setup

MAPPED_PACKAGES = ["hermes_state.cli", "hermes_state.migrations"]

setup(packages=[*find_packages(include=["hermes_state", "hermes_state.*"]), *MAPPED_PACKAGES])
