import { z } from 'zod'
import { isEmail, normalizeEmail } from '~/lib/email'
import { defineCalls, id } from '~/platform/rpc/contract'
import { INVALID, NOT_FOUND } from './contract-dashboard-errors'
import { member, person } from './contract-dashboard-shapes'

const own = defineCalls('event dashboard', 'members_area')
const event = z.object({ id })
const email = z
  .string()
  .overwrite(normalizeEmail)
  .refine(isEmail, 'Enter an address such as kit@example.com.')
const PERSON_NOT_FOUND = {
  status: 404,
  message: 'No account has this address. Ask them to sign up first; it’s free.',
}

/** The people who help with an event, and its organizer. */
export const team = {
  findMembers: own('GET', '/me/events/{id}/members', 'Find members by name, at most ten')
    .errors({ NOT_FOUND })
    .input(z.object({ id, q: z.string().trim().max(100, 'Search with at most 100 characters') }))
    .output(z.object({ members: z.array(member) })),

  team: own('GET', '/me/events/{id}/people', 'List the people who help with an event')
    .meta({ scope: 'events:read' })
    .errors({ NOT_FOUND })
    .input(event)
    .output(z.object({ people: z.array(person) })),

  addPerson: own('POST', '/me/events/{id}/people', 'Add a person to the team')
    .errors({
      NOT_FOUND,
      PERSON_NOT_FOUND,
      INVALID,
      IS_ORGANIZER: { status: 409, message: 'This member already organizes the event.' },
    })
    .input(
      z.object({
        id,
        /** Send either `personId`, for a member, or `email`, the exact address of an account. */
        personId: id.optional(),
        email: email.optional(),
        relation: z.enum(['manager', 'check_in']),
      }),
    )
    .output(z.object({ personId: id })),

  removePerson: own(
    'DELETE',
    '/me/events/{id}/people/{personId}',
    'Remove a person from the team, or leave it',
  )
    .errors({ NOT_FOUND })
    .input(z.object({ id, personId: id }))
    .output(z.object({})),

  handOver: own(
    'POST',
    '/me/events/{id}/hand-over',
    'Make a member the organizer; the previous organizer stays as a manager',
  )
    .errors({
      NOT_FOUND,
      PERSON_NOT_FOUND: { status: 404, message: 'Only a member can take over an event.' },
      IS_ORGANIZER: { status: 409, message: 'This member already organizes the event.' },
      SETTLED: {
        status: 409,
        message: 'This event is settled. It can’t be transferred.',
      },
      OWING: {
        status: 409,
        message:
          'You owe money for an event, such as for fees or disputes. It is deducted from the income of your events, so they stay yours until then.',
      },
      BOOKINGS_PENDING: {
        status: 409,
        message:
          'A booking of this event is waiting for an answer. Wait for the answer or withdraw the booking, then transfer the event.',
      },
      PASSWORD_MISSING: { status: 422, message: 'Enter your password.' },
      WRONG_PASSWORD: { status: 422, message: 'That password is incorrect.' },
      BUSY: { status: 503, message: 'The server is busy right now. Try again in a moment.' },
    })
    .input(z.object({ id, personId: id, password: z.string().max(1000).optional() }))
    .output(z.object({})),
}
