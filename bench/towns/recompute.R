# Fay and Herriot's model by its general matrix formulas (restricted maximum likelihood, empirical best linear unbiased
# predictor, mean squared error), and once more by the package metafor where it is installed. Reads lines "model occupation
# municipality records p25 median p75 effect" (centavos) and writes "model occupation municipality value error value" for
# each; the last value is metafor's, or NA.
options(digits = 17)
cells <- read.table(commandArgs(TRUE)[1],
  col.names = c("model", "occupation", "municipality", "records", "p25", "median", "p75", "effect"))
for (own in split(cells, ~model)) {
  sigma2 <- sum(own$records * (log(own$p75 / own$p25) / 1.349)^2) / sum(own$records)
  psi <- max(0.01^2, pi / 2 * sigma2) * own$effect / own$records
  y <- log(own$median)
  occupations <- factor(own$occupation)
  X <- if (nlevels(occupations) > 1) model.matrix(~ 0 + occupations) else matrix(1, nrow(own), 1)
  at <- function(A) {
    Vi <- diag(1 / (A + psi))
    XVX <- t(X) %*% Vi %*% X
    P <- Vi - Vi %*% X %*% solve(XVX) %*% t(X) %*% Vi
    list(XVX = XVX, P = P,
      score = -0.5 * sum(diag(P)) + 0.5 * sum((P %*% y)^2),
      information = 0.5 * sum(P * t(P)),
      likelihood = as.numeric(-0.5 * sum(log(A + psi)) - 0.5 * determinant(XVX)$modulus - 0.5 * t(y) %*% P %*% y))
  }
  score <- function(A) at(A)$score
  A <- 0
  if (score(0) > 0) {
    high <- 1e-6
    while (score(high) > 0) high <- 2 * high
    A <- uniroot(score, c(0, high), tol = 1e-16)$root
  }
  fit <- at(A)
  error <- sqrt(1 / fit$information)
  limits <- c(max(0, A - 6 * error), A + 10 * error)
  weight <- function(values) sapply(values, function(value) exp(at(value)$likelihood - fit$likelihood))
  mass <- integrate(weight, limits[1], limits[2], rel.tol = 1e-10)$value
  expected <- integrate(function(values) values * weight(values), limits[1], limits[2], rel.tol = 1e-10)$value / mass
  beta <- solve(fit$XVX, t(X) %*% (y / (A + psi)))
  ofBeta <- rowSums((X %*% solve(fit$XVX)) * X)
  prior <- as.numeric(X %*% beta)
  gamma <- A / (A + psi)
  share <- expected / (expected + psi)
  value <- gamma * y + (1 - gamma) * prior
  mse <- share * psi + (1 - share)^2 * ofBeta + 2 * psi^2 / fit$information / (expected + psi)^3
  package <- NA
  if (requireNamespace("metafor", quietly = TRUE)) {
    precise <- list(threshold = 1e-14, maxiter = 10000, stepadj = 0.5)
    package <- suppressWarnings(
      metafor::blup(metafor::rma(y, psi, mods = X, intercept = FALSE, method = "REML", control = precise))$pred)
  }
  cat(sprintf("%s %d %d %.15g %.15g %.15g\n", own$model, own$occupation, own$municipality, value, mse, package), sep = "")
}
