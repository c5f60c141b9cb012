# Design effects of families and Woodruff's intervals of medians by the package survey. Reads lines "selection family block
# salary", where selection 0 is the whole family, and writes "family effect" and "selection effect lower upper" (salaries in
# centavos). A selection has the design effect of its family.
suppressPackageStartupMessages(library(survey))
options(digits = 15)
records <- read.table(commandArgs(TRUE)[1], col.names = c("selection", "family", "block", "salary"))
effects <- list()
for (own in split(records[records$selection == 0, ], ~family)) {
  n <- nrow(own)
  middle <- sort(own$salary)[ceiling(n / 2)]
  own$below <- as.numeric(own$salary <= middle)
  design <- svydesign(ids = ~block, weights = ~1, data = own)
  share <- svymean(~below, design)
  p <- as.numeric(coef(share))
  effect <- max(1, as.numeric(SE(share))^2 / (p * (1 - p) / n))
  effects[[as.character(own$family[1])]] <- effect
  cat("family", own$family[1], format(effect, digits = 15), "\n")
}
for (own in split(records[records$selection > 0, ], ~selection)) {
  n <- nrow(own)
  effect <- effects[[as.character(own$family[1])]]
  # The share that a median has is one half; its standard error is that of independent records times the effect.
  reach <- qnorm(0.975) * sqrt(0.25 / n * effect)
  at <- function(q) as.numeric(quantile(own$salary, q, type = 1))
  cat("selection", own$selection[1], at(0.5 - reach), at(0.5 + reach), "\n")
}
