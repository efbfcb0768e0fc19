/**
 * Every refusal and failure as RFC 9457 {@code application/problem+json}.
 *
 * <p>A service throws a {@link dev.hotstate.kit.http.problem.DomainFailure} that carries its
 * {@link dev.hotstate.kit.http.problem.ProblemType}; everything else (bad JSON, unknown paths, Redis or Postgres in
 * trouble, bugs) is translated here, in one place, for JAX-RS and for the Vert.x routes below it. What is not known is a
 * 500 with the request id and nothing else.
 */
@NullMarked
package dev.hotstate.kit.http.problem;

import org.jspecify.annotations.NullMarked;
