"""The adjusted difference once more, from its definition and with exact fractions.

Reads lines "month,cell,sex,centavos" and writes a JSON object of figures a month. Nothing is shared with the product:
no sums of squares are merged, every deviation is taken from its own mean.
"""
import csv
import json
import math
import sys
from collections import defaultdict
from fractions import Fraction
from statistics import NormalDist

Z = NormalDist().inv_cdf(0.975)


def centavos(value):
    """To the whole centavo, a half away from zero."""
    size = int(abs(value) + Fraction(1, 2))
    return size if value >= 0 else -size


def mean(salaries):
    return Fraction(sum(salaries), len(salaries))


def squares(salaries):
    middle = mean(salaries)
    return sum((salary - middle) ** 2 for salary in salaries)


def estimate(difference, women, men, variance_of_women, variance_of_men):
    error = math.sqrt(float(variance_of_women + variance_of_men))
    ratio = women / men
    ratio_error = math.sqrt(float(variance_of_women + ratio * ratio * variance_of_men)) / float(men)
    return {
        "difference": difference,
        "lower": float(women - men) - Z * error,
        "upper": float(women - men) + Z * error,
        "ratio": float(ratio),
        "ratioLower": float(ratio) - Z * ratio_error,
        "ratioUpper": float(ratio) + Z * ratio_error,
    }


def relative_variance(cells):
    """Within cells, as a part of the squared mean of each; None where every cell has one salary."""
    many = [cell for cell in cells if len(cell) > 1]
    if not many:
        return None
    return sum(squares(cell) / mean(cell) ** 2 for cell in many) / sum(len(cell) - 1 for cell in many)


def figures(lines):
    cells = defaultdict(lambda: {"F": [], "M": []})
    for cell, sex, salary in lines:
        cells[cell][sex].append(salary)
    whole = {sex: [salary for cell in cells.values() for salary in cell[sex]] for sex in "FM"}
    common = [cell for cell in cells.values() if cell["F"] and cell["M"]]
    inside = {sex: [salary for cell in common for salary in cell[sex]] for sex in "FM"}
    count = {sex: len(inside[sex]) for sex in "FM"}
    relative = {sex: relative_variance([cell[sex] for cell in cells.values()]) for sex in "FM"}
    relative = {sex: relative["MF"["FM".index(sex)]] if relative[sex] is None else relative[sex] for sex in "FM"}

    def variance(weight_of, sex):
        total = Fraction(0)
        for cell in common:
            own = cell[sex]
            within = (squares(own) + relative[sex] * mean(own) ** 2) / len(own)
            total += weight_of(cell) ** 2 * within / len(own)
        return total

    def weighted(weight_of, sex):
        return sum(weight_of(cell) * mean(cell[sex]) for cell in common)

    by_women = lambda cell: Fraction(len(cell["F"]), count["F"])
    by_men = lambda cell: Fraction(len(cell["M"]), count["M"])
    by_both = lambda cell: (by_women(cell) + by_men(cell)) / 2

    all_women, all_men = centavos(mean(whole["F"])), centavos(mean(whole["M"]))
    women, men = centavos(mean(inside["F"])), centavos(mean(inside["M"]))
    men_as_women = centavos(weighted(by_women, "M"))
    women_as_men = centavos(weighted(by_men, "F"))
    symmetric = centavos(Fraction(women - men_as_women + women_as_men - men, 2))
    raw_variance = {sex: squares(whole[sex]) / (len(whole[sex]) - 1) / len(whole[sex]) for sex in "FM"}
    return {
        "cells": len(common),
        "women": count["F"],
        "men": count["M"],
        "outsideWomen": all_women - women,
        "outsideMen": men - all_men,
        "raw": estimate(all_women - all_men, mean(whole["F"]), mean(whole["M"]), raw_variance["F"], raw_variance["M"]),
        "matching": {
            "composition": men_as_women - men,
            **estimate(women - men_as_women, weighted(by_women, "F"), weighted(by_women, "M"),
                       variance(by_women, "F"), variance(by_women, "M")),
        },
        "decomposition": {
            "composition": women - men - symmetric,
            **estimate(symmetric, weighted(by_both, "F"), weighted(by_both, "M"),
                       variance(by_both, "F"), variance(by_both, "M")),
        },
    }


months = defaultdict(list)
for month, cell, sex, salary in csv.reader(sys.stdin):
    months[month].append((cell, sex, int(salary)))
json.dump({month: figures(lines) for month, lines in months.items()}, sys.stdout)
