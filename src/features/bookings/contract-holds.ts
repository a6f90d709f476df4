import { z } from 'zod'
import { defineCalls, day } from '~/platform/rpc/contract'
import { createLineSchema } from './contract-shapes'
import { HOLD_NOTE_MAX } from './rules/booking-limits'

const own = defineCalls('bookings', 'members_area')

export const BAD_TERMS = {
  status: 422,
  message: 'Check the date and times.',
  data: z.object({ field: z.string() }),
}

const through = day.nullable().default(null)

export const holds = {
  hold: own('PUT', '/me/holds/{day}', 'Put a day, or a range of days, on hold')
    .meta({ scope: 'bookings:write' })
    .errors({ BAD_TERMS })
    .input(
      z.object({
        day,
        note: createLineSchema(HOLD_NOTE_MAX).default(''),
        until: day.nullable().default(null),
        through,
      }),
    )
    .output(z.object({})),
  release: own('DELETE', '/me/holds/{day}', 'Release a day, or a range of days')
    .meta({ scope: 'bookings:write' })
    .input(z.object({ day, through }))
    .output(z.object({})),
}
