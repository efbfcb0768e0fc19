-- Purpose  Fixture.
-- Keys     counter (string)
-- Args     none
-- Returns  DONE
-- Cost     O(1)
-- Retry    unsafe: counts twice
-- @include ../fixture/echo_args
return {'DONE'}
