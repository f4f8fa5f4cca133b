# SPDX-License-Identifier: GPL-3.0-or-later
"""validate.py [--reject] SCHEMA FILE...

Validates JSON files by a schema; exit 0 when all conform. With --reject every
file must be refused.
"""
import json
import sys

from jsonschema.validators import validator_for


def read(name):
    with open(name, encoding="utf-8", errors="strict") as file:
        return json.load(file, parse_constant=no_constant)


def no_constant(word):
    raise ValueError(f"{word} is not JSON")


def leaves(error):
    """The causes at the bottom; those of oneOf say only 'under any of the schemas'."""
    if not error.context:
        return [error]
    return [leaf for inner in error.context for leaf in leaves(inner)]


def show(name, errors):
    """The deepest first: with oneOf they are of the form that nearly fits."""
    found = {}
    for leaf in (leaf for error in errors for leaf in leaves(error)):
        path = "/".join(str(part) for part in leaf.absolute_path)
        found[f"{path}: {leaf.message[:200]}"] = len(leaf.absolute_path)
    for line in sorted(found, key=found.get, reverse=True)[:8]:
        print(f"{name}: {line}")


def main(arguments):
    reject = arguments[:1] == ["--reject"]
    schema = read(arguments[reject])
    checker = validator_for(schema)
    checker.check_schema(schema)
    bad = 0
    for name in arguments[reject + 1:]:
        errors = list(checker(schema).iter_errors(read(name)))
        if reject and not errors:
            print(f"{name}: conforms, but should not")
        elif not reject:
            show(name, errors)
        bad += bool(errors) != reject
    return 1 if bad else 0


sys.exit(main(sys.argv[1:]))
