import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { insertEvent } from '../testing'
import { insertMember, openTestDashboard } from './testing'

const dashboard = await openTestDashboard()
const ilse = await insertMember(dashboard.db, { name: 'Ilse Brandt' })
const juno = await insertMember(dashboard.db, { name: 'Juno Okafor', isDj: true })
const kit = await insertMember(dashboard.db, { name: 'Kit Marlowe', role: 'customer' })

const sold = { quantity_total: 606, quantity_sold: 402, quantity_held: 40, revenue_cents: 644_800 }
const event = (title: string, at: string, more: object = {}, types: object[] = []) =>
  insertEvent(dashboard.db, { title, event_date: at, organizer_id: ilse.id, ...more }, types)

describe('ME-01 ME-02 my events', () => {
  test('a new account has no events', async () => {
    expect(await dashboard.as(kit).listOwn({})).toEqual({
      upcoming: [],
      past: [],
      nextCursor: null,
      totals: { tickets: 0, revenues: [] },
    })
  })

  test('lists upcoming events soonest first and past ones latest first, with tickets sold and revenue', async () => {
    await event('Later', '2026-12-31T21:00:00Z', {}, [
      { quantity_total: 10, quantity_sold: 10, revenue_cents: 16_000 },
    ])
    const sooner = await event('Sooner', '2026-12-05T23:00:00Z', { dj_id: juno.id }, [sold])
    await event('Open date', '2026-11-28T23:00:00Z', { event_status: 'postponed', is_date_open: true })
    await event('Long open', '2026-10-28T23:00:00Z', { event_status: 'postponed', is_date_open: true })
    await event('Idea', '2027-01-16T22:00:00Z', { event_status: 'draft' })
    await event('Running', '2026-11-21T04:00:00Z')
    await event('Past', '2026-11-14T23:00:00Z', {}, [
      { quantity_total: 400, quantity_sold: 338, revenue_cents: 811_200 },
    ])
    await event('Off', '2026-09-12T12:00:00Z', { event_status: 'cancelled' }, [{ quantity_total: 500 }])
    await insertEvent(dashboard.db, { title: 'Somebody else’s' })
    await sql`insert into event_people (event_id, person_id, relation) values (${sooner}, ${kit.id}, 'check_in')`.execute(
      dashboard.db,
    )

    const mine = await dashboard.as(ilse).listOwn({})
    expect(mine.upcoming.map(({ title, status }) => `${title} ${status}`)).toEqual([
      'Running published',
      'Sooner published',
      'Later published',
      'Idea draft',
      'Long open postponed',
      'Open date postponed',
    ])
    expect(mine.past.map(({ title, status, salesPercent }) => `${title} ${status} ${salesPercent}`)).toEqual([
      'Past completed 85',
      'Off cancelled 0',
    ])
    expect(mine.totals).toEqual({ tickets: 412, revenues: [{ currency: 'USD', cents: 660_800 }] })
    expect(mine.upcoming[1]).toMatchObject({
      relations: ['organizer'],
      sold: 402,
      total: 606,
      // Held tickets do not count as sold.
      salesPercent: 66,
      revenueCents: 644_800,
      venueName: 'Carriage Works',
    })
  })

  test('a host sees sales, check-in staff only the check-in', async () => {
    const host = await dashboard.as(juno).listOwn({})
    expect(host.upcoming).toMatchObject([{ relations: ['host'], sold: 402, revenueCents: 644_800 }])
    const checkIn = await dashboard.as(kit).listOwn({})
    expect(checkIn.upcoming).toMatchObject([
      { relations: ['check_in'], actions: ['check_in'], sold: 0, total: 0, revenueCents: null },
    ])
    expect(checkIn.totals).toEqual({ tickets: 0, revenues: [] })
  })

  test('a manager sees the tickets sold without the revenue', async () => {
    await sql`update event_people set relation = 'manager' where person_id = ${kit.id}`.execute(dashboard.db)
    expect((await dashboard.as(kit).listOwn({})).upcoming).toMatchObject([
      { relations: ['manager'], sold: 402, salesPercent: 66, revenueCents: null },
    ])
  })

  test('the totals leave out events whose revenue the caller may not see', async () => {
    const own = { organizer_id: kit.id }
    await event('Own', '2026-12-06T23:00:00Z', own, [
      { quantity_total: 50, quantity_sold: 7, revenue_cents: 11_200 },
    ])
    expect((await dashboard.as(kit).listOwn({})).totals).toEqual({
      tickets: 7,
      revenues: [{ currency: 'USD', cents: 11_200 }],
    })
  })

  test('pages of the past list each event once, also with equal start times', async () => {
    const mara = await insertMember(dashboard.db, { name: 'Mara Voss' })
    for (let n = 0; n < 45; n += 1)
      await event(`Night ${n}`, `2026-0${1 + (n % 2)}-10T22:00:00.123Z`, { organizer_id: mara.id })
    const titles: string[] = []
    let after: string | undefined
    do {
      const page = await dashboard.as(mara).listOwn(after === undefined ? {} : { after })
      if (after !== undefined) expect(page).toMatchObject({ upcoming: [], totals: null })
      titles.push(...page.past.map(({ title }) => title))
      after = page.nextCursor ?? undefined
    } while (after !== undefined)
    expect(titles).toHaveLength(45)
    expect(new Set(titles).size).toBe(45)
  })
})
