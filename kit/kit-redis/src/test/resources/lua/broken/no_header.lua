return {'DONE'}
