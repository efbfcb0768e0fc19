package dev.hotstate.driver.platform;

import dev.hotstate.kit.http.problem.DomainFailure;
import dev.hotstate.kit.http.problem.FieldError;
import java.time.Duration;
import java.util.List;

/** The refusals of this service. */
public abstract sealed class DriverFailure extends DomainFailure {

    private DriverFailure(DriverProblem type, String detail) {
        super(type, detail);
    }

    private DriverFailure(DriverProblem type, String detail, List<FieldError> errors) {
        super(type, detail, errors);
    }

    public static final class DriverNotFound extends DriverFailure {
        public DriverNotFound() {
            super(DriverProblem.DRIVER_NOT_FOUND, "No driver has this id, or not any more.");
        }
    }

    public static final class DriverIdTaken extends DriverFailure {
        public DriverIdTaken() {
            super(DriverProblem.DRIVER_ID_TAKEN, "A driver has this id already; PUT changes it.");
        }
    }

    public static final class DriverClaimed extends DriverFailure {
        public DriverClaimed() {
            super(DriverProblem.DRIVER_CLAIMED, "It is free again when its claim was released or has ended.");
        }
    }

    /** Its errors name each value. */
    public static final class ImpossiblePlace extends DriverFailure {
        public ImpossiblePlace(List<FieldError> errors) {
            super(DriverProblem.IMPOSSIBLE_PLACE, "See errors for what must be different.", errors);
        }
    }

    public static final class DriverUndecided extends DriverFailure {
        public DriverUndecided() {
            super(
                    DriverProblem.DRIVER_UNDECIDED,
                    "Redis has forgotten the driver and Postgres does not answer. It stays hidden until one of them does.");
            retryAfter(Duration.ofSeconds(1));
        }
    }

    public static final class DriverNotAvailable extends DriverFailure {
        public DriverNotAvailable() {
            super(
                    DriverProblem.DRIVER_NOT_AVAILABLE,
                    "It is busy, offline or silent. A later try needs a requestId of its own.");
        }
    }

    public static final class ClaimNotFound extends DriverFailure {
        public ClaimNotFound() {
            super(DriverProblem.CLAIM_NOT_FOUND, "No claim has this id, or nobody has this driver.");
        }
    }

    public static final class StaleClaim extends DriverFailure {
        /** @param state in which the claim is */
        public StaleClaim(String state) {
            super(DriverProblem.STALE_CLAIM, "The token is of another claim, or the claim has ended. Claim anew.");
            extension("state", state);
        }
    }

    public static final class RequestIdTaken extends DriverFailure {
        public RequestIdTaken() {
            super(DriverProblem.REQUEST_ID_TAKEN, "Something else was asked for under this requestId.");
        }
    }

    public static final class ClaimUnderWay extends DriverFailure {
        public ClaimUnderWay() {
            super(DriverProblem.CLAIM_UNDER_WAY, "Send it again in a moment: it gets the same answer.");
            retryAfter(Duration.ofSeconds(1));
        }
    }

    public static final class ClaimsUnavailable extends DriverFailure {
        public ClaimsUnavailable() {
            super(
                    DriverProblem.CLAIMS_UNAVAILABLE,
                    "Redis or Postgres does not answer in time. Nothing was claimed for good; send it again.");
            retryAfter(Duration.ofSeconds(1));
        }
    }

    public static final class GeofenceNotFound extends DriverFailure {
        public GeofenceNotFound() {
            super(DriverProblem.GEOFENCE_NOT_FOUND, "No geofence has this id.");
        }
    }
}
