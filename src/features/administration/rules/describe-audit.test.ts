import { describe, expect, test } from 'vitest'
import type { AuditFacts } from './audit-facts'
import { actionDescriptions } from './action-descriptions'
import { findActionsByText, describeAudit } from './describe-audit'
import { AUDIT_FAMILIES, getPeriodStart } from './audit-filters'

const ilse = '018cc251-fbd0-79f3-ba6e-000000000001'
const deletedId = '018cc251-fbd0-79f3-ba6e-000000000002'
const deepEnd = '018cc251-fbd0-79f3-ba6e-000000000003'
const thing = '018cc251-fbd0-79f3-ba6e-000000000004'

function say(action: string, subject: [type: string, id: string], details: AuditFacts['details'] = {}) {
  return describeAudit(action, {
    subject: { type: subject[0], id: subject[1] },
    details,
    findName: (id) => (id === ilse ? 'Ilse Brandt' : null),
    findLastRole: (id) => (id === deletedId ? 'moderator' : null),
    findRequesterName: (id) => (id === thing ? 'Ada Lovelace' : null),
    findRoomName: (id) => (id === deepEnd ? 'Deep end' : null),
    findCode: (id) => (id === thing ? 'Q9WE22RT' : null),
    findBookingNumber: (id) => (id === thing ? 'BK-2026-0417' : null),
  })
}

const plain = { isCode: false, href: null }

test('a role change names the role and links to the person', () => {
  expect(say('users.assign_role', ['person', ilse], { role: 'moderator' })).toEqual({
    did: 'assigned moderator',
    to: { text: 'to Ilse Brandt', isCode: false, href: `/admin/users/${ilse}` },
    change: '',
    until: null,
  })
})

test('using a code has the same description at sign-up and for an existing account', () => {
  expect(say('invitations.use', ['invitation', thing], { code: '9R0V002V' })).toMatchObject({
    did: 'used an invitation',
    to: { text: '9R0V002V', isCode: true },
  })
})

test('a deleted account has a stable pseudonym with its last role, and no link', () => {
  expect(say('users.remove', ['person', deletedId]).to).toEqual({
    text: 'Deleted moderator 000002',
    ...plain,
  })
  expect(say('users.remove', ['person', deepEnd]).to).toEqual({ text: 'Deleted account 000003', ...plain })
})

test('an answered invite request names the person', () => {
  expect(say('invitations.decline', ['invite_request', thing]).to).toEqual({ text: 'Ada Lovelace', ...plain })
  expect(say('invitations.approve', ['invite_request', thing], { code: '9R0V002V' }).to?.text).toBe(
    'Ada Lovelace, 9R0V002V',
  )
  expect(say('invitations.decline', ['invite_request', deletedId]).to?.text).toBe('a deleted request')
})

test('a text change shows the part that changed', () => {
  const details = { key: 'Maintenance notice', was: '', now: 'Back at 10.' }
  expect(say('settings.change', ['setting', 'maintenance_notice'], details).change).toBe(
    'empty → “Back at 10.”',
  )
})

test('a suspension shows its end and its reason', () => {
  expect(
    say('users.suspend', ['person', ilse], { until: '2026-12-01T09:00:00Z', reason: 'spam' }),
  ).toMatchObject({
    did: 'suspended a user',
    change: 'spam',
    until: '2026-12-01T09:00:00.000Z',
  })
})

describe('rooms', () => {
  test('shows the current name of a room id', () => {
    expect(
      say('chat.hide_message', ['message', thing], { person: ilse, room: deepEnd, reason: 'spam' }),
    ).toMatchObject({
      did: 'hid a message',
      to: { text: 'in Deep end', ...plain },
      change: 'spam',
    })
  })
  test('shows the recorded name, and a placeholder for a deleted room', () => {
    expect(
      say('chat.set_role', ['person', ilse], { roomId: deepEnd, room: 'Deep end', role: 'admin' }),
    ).toMatchObject({
      to: { text: 'Ilse Brandt in Deep end' },
      change: 'admin',
    })
    expect(say('chat.archive_room', ['room', deletedId], { reason: 'Nobody is left' }).to?.text).toBe(
      'a deleted room',
    )
    expect(say('chat.archive_room', ['room', deletedId], { room: 'Cellar' }).to?.text).toBe('Cellar')
  })
  test('an action without a room is described as applying everywhere', () => {
    expect(say('chat.mute', ['person', ilse], { room: null }).to?.text).toBe('Ilse Brandt everywhere')
  })
  test('a room change lists the changed fields', () => {
    const details = {
      room: 'Cellar',
      nameBefore: 'Attic',
      name: 'Cellar',
      slowModeSecondsBefore: 0,
      slowModeSeconds: 30,
    }
    expect(say('chat.change_room', ['room', deepEnd], details)).toMatchObject({
      to: { text: 'Deep end' },
      change: 'name: Attic → Cellar, seconds between messages: 0 → 30',
    })
  })
})

test('invitations show their code and status change', () => {
  const description = say('invitations.revoke', ['invitation', deletedId], {
    code: 'PP3N5D2E',
    from: 'pending',
    to: 'revoked',
  })
  expect(description).toMatchObject({ to: { text: 'PP3N5D2E', isCode: true }, change: 'pending → revoked' })
  expect(say('invitations.revoke', ['invitation', thing]).to?.text).toBe('Q9WE22RT')
})

test('settings show their key', () => {
  const details = { key: 'service_fee_percent', from: '10 %', to: '12 %' }
  expect(say('settings.change', ['setting', 'service_fee_percent'], details)).toMatchObject({
    did: 'changed settings',
    to: { text: 'service_fee_percent' },
    change: '10 % → 12 %',
  })
})

test('money actions show the order and the amount in its currency', () => {
  const details = { order: 'B2B-0001', cents: 2_400, person: ilse, reason: 'The tickets were gone.' }
  expect(say('money.refund', ['order', thing], { ...details, currency: 'USD' })).toMatchObject({
    to: { text: 'B2B-0001, Ilse Brandt', href: `/admin/users/${ilse}` },
    change: '$24.00 · The tickets were gone.',
  })
  const formatIn = (currency: string | null) =>
    say('money.refund', ['order', thing], { cents: 2_400, currency }).change
  expect(['EUR', 'JPY', 'XXX', null].map(formatIn)).toEqual(['€24.00', '¥2,400', '', ''])
})

test('older entries without a currency are in dollars', () => {
  expect(say('money.refund', ['order', thing], { cents: 2_400 }).change).toBe('$24.00')
})

test('a refund of a booking names the booking', () => {
  expect(say('money.retry_refund', ['refund', thing], { booking: 'BK-0001', cents: 3_000 }).to).toMatchObject(
    {
      text: 'BK-0001',
    },
  )
})

test('a booking links to its page', () => {
  expect(say('bookings.view', ['booking', thing]).to).toEqual({
    text: 'BK-2026-0417',
    isCode: false,
    href: `/admin/bookings/${thing}`,
  })
})

test('a moderator’s decision shows the person, the outcome and the reason', () => {
  const details = { case: 'R-118', decision: 'hide_and_mute', person: ilse, reason: 'insults' }
  expect(say('chat.decide_case', ['case', thing], details)).toMatchObject({
    to: { text: 'about Ilse Brandt' },
    change: 'hidden and muted · insults',
  })
})

test('an unknown action of another release is still readable', () => {
  expect(say('tickets.hand_over', ['ticket', thing], { seats: 2, to_whom: deletedId, paid: true })).toEqual({
    did: 'tickets: hand over',
    to: { text: 'ticket', ...plain },
    change: 'seats: 2, paid: true',
    until: null,
  })
  expect(say('tickets.hand_over', ['person', ilse]).to?.text).toBe('Ilse Brandt')
})

test('every action has a description, even without details, and belongs to a filter', () => {
  for (const action of Object.keys(actionDescriptions)) {
    const description = say(action, ['person', deletedId])
    expect([action, description.did]).toEqual([action, expect.stringMatching(/^[a-z][^{}]+$/)])
    expect(AUDIT_FAMILIES).toContain(action.split('.')[0])
  }
})

test('a search word finds the actions whose description contains it', () => {
  expect(findActionsByText('hid')).toEqual(['chat.hide_message'])
  expect(findActionsByText('no such word')).toEqual([])
})

test('returns the start of each filter period', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  expect(getPeriodStart('week', now)).toEqual(new Date('2026-11-14T12:00:00Z'))
  expect(getPeriodStart('all', now)).toBeUndefined()
})
