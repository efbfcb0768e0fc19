-- Purpose  Fixture.
-- Keys     counter (string)
-- Args     none
-- Returns  DONE | none
-- Cost     O(1)
-- Retry    unsafe: counts twice
return {'DONE'}
