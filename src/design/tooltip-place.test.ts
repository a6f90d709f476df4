import { expect, it } from 'vitest'
import { placeTooltip } from './tooltip-place'

const box = { top: 200, bottom: 244, left: 500, right: 544 }

it('is placed above the middle', () => {
  expect(placeTooltip(box, 'top', 1440)).toEqual({ side: 'top', style: { top: 194, left: 522 } })
})
it('is placed below at the top of the window', () => {
  expect(placeTooltip({ ...box, top: 10, bottom: 54 }, 'top', 1440)).toEqual({
    side: 'bottom',
    style: { top: 60, left: 522 },
  })
})
it('stays within the window', () => {
  expect(placeTooltip(box, 'bottom', 560)).toEqual({ side: 'bottom edge', style: { top: 250, right: 16 } })
  expect(placeTooltip({ ...box, left: 0, right: 44 }, 'top', 560)).toEqual({
    side: 'top edge',
    style: { top: 194, left: 4 },
  })
})
it('is placed beside the icons of a narrow sidebar', () => {
  expect(placeTooltip(box, 'right', 1440)).toEqual({ side: 'right', style: { top: 222, left: 550 } })
  expect(placeTooltip(box, 'left', 1440)).toEqual({ side: 'left', style: { top: 222, right: 946 } })
})
