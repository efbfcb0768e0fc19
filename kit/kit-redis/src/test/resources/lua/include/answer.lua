-- @include add_one
local function answer(total)
  if total == 1 then
    return {'FIRST'}
  end
  return {'COUNTED', total}
end
