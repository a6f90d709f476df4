import { ORPCError } from '@orpc/client'
import { createRouterClient } from '@orpc/server'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '~/lib/ids'
import type { Caller } from '~/platform/rpc/caller'
import { ordersCalls } from '../calls'
import { createShop, insertCaller, insertCallers, openShop } from '~tests/support/shop'
import { insertEventWithTeam } from '~tests/support/event-organizers'

const { db, shop } = await openShop()

const notFound = { status: 404, message: 'This code isn’t valid for this event. Check it for typos.' }

async function insertCodes(event: { status?: string; isPublic?: boolean } = {}) {
  const { eventId, types, team } = await insertEventWithTeam(
    db,
    [{ total: 6, cents: 12_000, name: 'Crew Table' }],
    event,
  )
  await sql`update ticket_types set access_code = 'CREW88' where id = ${types[0]}`.execute(db)
  await sql`insert into promo_codes (event_id, code, percent, starts_at, ends_at, use_limit, used) values
    (${eventId}, 'LEEDSCREW', 20, null, null, null, 0), (${eventId}, 'SOON', 20, now() + interval '1 day', null, null, 0),
    (${eventId}, 'GONE', 20, null, now() - interval '1 day', null, 0), (${eventId}, 'FULL', 20, null, null, 2, 2)`.execute(
    db,
  )
  return { eventId, types, team }
}

test('unlocks tickets or returns the discount, however the code is typed', async () => {
  const { eventId, types } = await insertCodes()
  const visitor = shop.as(null)
  expect(await visitor.unlock({ eventId, code: ' crew 88\n' })).toEqual({
    kind: 'types',
    code: 'CREW88',
    types: [
      {
        id: types[0],
        name: 'Crew Table',
        description: '',
        priceCents: 12_000,
        available: 6,
        saleStartsAt: null,
        saleEndsAt: null,
      },
    ],
  })
  expect(await visitor.unlock({ eventId, code: 'leedscrew' })).toEqual({
    kind: 'promo',
    code: 'LEEDSCREW',
    percent: 20,
    amountCents: null,
    endsAt: null,
  })
})

test('shows no available tickets for an unlocked type with a waitlist', async () => {
  const { eventId, types } = await insertCodes()
  await sql`update ticket_types set waiting = 1 where id = ${types[0]}`.execute(db)
  expect(await shop.as(null).unlock({ eventId, code: 'CREW88' })).toMatchObject({ types: [{ available: 0 }] })
})

test('explains why a valid code cannot be used now', async () => {
  const { eventId } = await insertCodes()
  const unlockCode = (code: string) => shop.as(null).unlock({ eventId, code })
  await expect(unlockCode('SOON')).rejects.toMatchObject({ code: 'CODE_NOT_YET_VALID' })
  await expect(unlockCode('GONE')).rejects.toMatchObject({
    code: 'CODE_EXPIRED',
    message: 'This code has expired. You can buy without it.',
  })
  await expect(unlockCode('FULL')).rejects.toMatchObject({ code: 'CODE_USED_UP' })
})

test('answers alike for unknown codes, drafts, private events and missing events', async () => {
  const draft = await insertCodes({ status: 'draft' })
  const hidden = await insertCodes({ isPublic: false })
  const open = await insertCodes()
  for (const [eventId, code] of [
    [open.eventId, 'CREW89'],
    [open.eventId, 'x'],
    [open.eventId, "' or 1=1"],
    [draft.eventId, 'CREW88'],
    [hidden.eventId, 'LEEDSCREW'],
    [newId(), 'CREW88'],
    ['nothing', 'CREW88'],
  ] as const)
    await expect(shop.as(null).unlock({ eventId, code })).rejects.toMatchObject(notFound)
})

test('limits attempts to guess codes per address', async () => {
  const { eventId } = await insertCodes()
  const guesser = createShop(db).as(null)
  const outcomes: unknown[] = []
  for (let guess = 0; guess < 31; guess++)
    outcomes.push(await guesser.unlock({ eventId, code: `ABC${guess}` }).catch((error: unknown) => error))
  expect(outcomes[29]).toMatchObject(notFound)
  expect(outcomes[30]).toMatchObject({ status: 429 })
})

test('counts wrong codes in reservations and in the code field together', async () => {
  const { eventId, types } = await insertCodes()
  const busy = createShop(db)
  const reserveWith = (buyer: Caller, promoCode: string) =>
    busy
      .as(buyer)
      .reserve({
        eventId,
        clientKey: crypto.randomUUID(),
        items: [{ ticketTypeId: types[0] ?? '', quantity: 1 }],
        accessCode: 'CREW88',
        promoCode,
      })
      .then(
        () => 'reserved',
        (error: unknown) => (error instanceof ORPCError ? error.code : error),
      )
  const buyers = await insertCallers(db, 2)
  for (const buyer of buyers)
    for (let guess = 0; guess < 15; guess++)
      expect(await reserveWith(buyer, `ABC${guess}`)).toBe('PROMO_UNKNOWN')
  await expect(busy.as(null).unlock({ eventId, code: 'ABC' })).rejects.toMatchObject({ status: 429 })
  expect(await reserveWith(buyers[0] as Caller, 'LEEDSCREW')).toBe('TOO_MANY_REQUESTS')
})

describe('floods of wrong codes', () => {
  const someVisitor = createShop(db).contextOf(null)
  const createFlood = async () => {
    const { eventId } = await insertCodes()
    const busy = createShop(db)
    const from = (ip: string, caller: Caller | null = null) => {
      const context = { ...someVisitor, limits: busy.contextOf(null).limits, ip, caller }
      const { unlock } = createRouterClient(ordersCalls, { context })
      return (code: string) =>
        unlock({ eventId, code }).then(
          ({ kind }) => kind,
          (error: unknown) => (error instanceof ORPCError ? error.code : error),
        )
    }
    for (let person = 0; person < 40; person++)
      expect(await from(`203.0.113.${person}`)('CREW88')).toBe('types')
    // Three customers of one internet provider, because the limit of a single customer is too low for a flood.
    const customers = ['2001:db8:77', '2001:db8:a77', '2001:db8:b77']
    for (let network = 0; network < 20; network++)
      for (let guess = 0; guess < 30; guess++)
        await from(`${customers[network % 3]}:${(network * 256).toString(16)}::1`)(`X${network}-${guess}`)
    return from
  }

  test('many wrong codes don’t block other networks or accounts with a verified email', async () => {
    const from = await createFlood()
    expect(await from('192.0.2.9')('CREW88')).toBe('types')
    expect(await from('2001:db8:78::1')('LEEDSCREW')).toBe('promo')
    for (let miss = 0; miss < 4; miss++) expect(await from('192.0.2.9')(`CREW8${miss}`)).toBe('NOT_FOUND')
    expect(await from('192.0.2.9')('CREW88')).toBe('types')
    const caller = await insertCaller(db)
    expect(await from('2001:db8:77:ffff::9', caller)('CREW88')).toBe('types')
  })

  test('after many wrong codes, each account and each network has five tries', async () => {
    const from = await createFlood()
    expect(await from('2001:db8:77:ffff::9')('CREW88')).toBe('TOO_MANY_REQUESTS')
    const outcomes: unknown[] = []
    for (let guess = 0; guess < 6; guess++) outcomes.push(await from(`198.51.100.${guess}`)(`Y${guess}`))
    expect(outcomes).toEqual([...Array<string>(5).fill('NOT_FOUND'), 'TOO_MANY_REQUESTS'])
    const caller = await insertCaller(db)
    for (let guess = 0; guess < 5; guess++)
      expect(await from(`198.18.${guess}.1`, caller)(`Z${guess}`)).toBe('NOT_FOUND')
    expect(await from('198.18.9.1', caller)('CREW88')).toBe('TOO_MANY_REQUESTS')
    // An account without a verified email shares the limit of its network.
    const unproven = { ...(await insertCaller(db)), isEmailVerified: false }
    expect(await from('198.51.100.77', unproven)('CREW88')).toBe('TOO_MANY_REQUESTS')
    const { eventId } = await insertCodes()
    const other = createRouterClient(ordersCalls, {
      context: { ...someVisitor, ip: '2001:db8:77:ffff::9' },
    })
    expect((await other.unlock({ eventId, code: 'CREW88' })).kind).toBe('types')
  })
})
