import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { hashPassword } from '~/features/identity/server/public'
import { createTestSettings } from '~/features/settings/server/testing'
import { newId } from '~/lib/ids'
import { refusalOf } from '~tests/support/refusal'
import { during } from '~tests/support/lock-waits'
import { sendPersonEmail } from '../email/send-team-role-email'
import { insertDraft, insertMember, type Member, openTestDashboard } from './testing'

const dashboard = await openTestDashboard()
const ilse = await insertMember(dashboard.db, { name: 'Ilse Brandt' })
const kit = await insertMember(dashboard.db, { name: 'Kit Marlowe' })
const tom = await insertMember(dashboard.db, { name: 'Tom Reed', role: 'customer', isPublic: false })
await sql`update accounts set password_hash = ${await hashPassword('slipped-halves')} where id = ${ilse.id}::uuid`.execute(
  dashboard.db,
)

const listPeople = async (id: string) =>
  (await dashboard.as(ilse).team({ id })).people.map(({ name, relation }) => `${name} ${relation}`)
const listNotifications = async (userId: string, id: string) =>
  (
    await sql<{ kind: string; waits: boolean }>`
      select kind, settled_at is null as waits from notifications where user_id = ${userId}::uuid and subject_id = ${id}::uuid
      order by id`.execute(dashboard.db)
  ).rows.map(({ kind, waits }) => (waits ? kind : `${kind}, over`))
const listAudit = async (id: string) => {
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where subject_id = ${id} order by id`.execute(dashboard.db)
  return rows.map(({ action }) => action)
}

/** Returns the email that the last job sends. */
async function findEmail() {
  const sent: { to: string; subject: string; text: string }[] = []
  const job = dashboard.jobs.at(-1)
  expect(job?.name).toBe('events.person')
  await sendPersonEmail(
    {
      db: dashboard.db,
      mailer: { send: async (emailMessage) => void sent.push(emailMessage) },
      settings: createTestSettings(),
      publicUrl: 'https://b2b.example',
    },
    job?.payload as { userId: string; eventId: string; byId: string },
  )
  return sent[0]
}

describe('R-07 managing the team', () => {
  test('adds a member by search and check-in staff by exact email, and notifies both', async () => {
    const id = await insertDraft(dashboard, ilse)
    await dashboard.as(ilse).addPerson({ id, personId: kit.id, relation: 'manager' })
    expect(await findEmail()).toMatchObject({
      to: kit.email,
      subject: 'You now manage Dust & Diamonds',
      text: expect.stringContaining(`https://b2b.example/dashboard/events/${id}/edit`),
    })
    const email = ` ${tom.email.toUpperCase()} `
    const added = await dashboard.as(ilse).addPerson({ id, email, relation: 'check_in' })
    expect(added).toEqual({ personId: tom.id })
    expect(await findEmail()).toMatchObject({
      to: tom.email,
      subject: 'You’re on the check-in team for Dust & Diamonds',
      text: expect.stringContaining(`https://b2b.example/dashboard/events/${id}/check-in`),
    })
    expect(await listPeople(id)).toEqual([
      'Ilse Brandt organizer',
      'Kit Marlowe manager',
      'Tom Reed check_in',
    ])
    expect(await listNotifications(tom.id, id)).toEqual(['event_check_in'])
    expect(await listAudit(id)).toEqual(['events.add_person', 'events.add_person'])
  })

  test('adds a person once, changes their role and removes them, without repeated notifications', async () => {
    const id = await insertDraft(dashboard, ilse)
    const add = (relation: 'manager' | 'check_in') =>
      dashboard.as(ilse).addPerson({ id, personId: kit.id, relation })
    await add('check_in')
    await add('check_in')
    await add('manager')
    expect(await listPeople(id)).toEqual(['Ilse Brandt organizer', 'Kit Marlowe manager'])
    expect(await listNotifications(kit.id, id)).toEqual(['event_check_in, over', 'event_manager'])
    await dashboard.as(ilse).removePerson({ id, personId: kit.id })
    await dashboard.as(ilse).removePerson({ id, personId: kit.id })
    expect(await listNotifications(kit.id, id)).toEqual(['event_check_in, over', 'event_manager, over'])
    expect(await listPeople(id)).toEqual(['Ilse Brandt organizer'])
    expect(await refusalOf(dashboard.as(kit).get({ id }))).toMatchObject({ status: 404 })
    expect(dashboard.published.at(-1)).toEqual({ userIds: [kit.id], topics: ['events', 'notifications'] })
    expect(await findEmail()).toBeUndefined()
  })

  test('lets a helper leave, and hides the event from everyone else', async () => {
    const id = await insertDraft(dashboard, ilse)
    await dashboard.as(ilse).addPerson({ id, personId: kit.id, relation: 'manager' })
    await dashboard.as(ilse).addPerson({ id, email: tom.email, relation: 'check_in' })
    const stranger = await insertMember(dashboard.db, { name: 'Sten Strange' })
    for (const own of [stranger, tom])
      expect(await refusalOf(dashboard.as(own).removePerson({ id, personId: kit.id }))).toMatchObject({
        status: 404,
      })
    expect(await refusalOf(dashboard.as(stranger).removePerson({ id, personId: stranger.id }))).toMatchObject(
      { status: 404 },
    )
    for (const { person, notified } of [
      { person: kit, notified: 'event_manager, over' },
      { person: tom, notified: 'event_check_in, over' },
    ]) {
      dashboard.published.length = 0
      await dashboard.as(person).removePerson({ id, personId: person.id.toUpperCase() })
      expect(await listNotifications(person.id, id)).toEqual([notified])
      expect(dashboard.published[0]?.userIds).toContain(ilse.id)
      expect(await refusalOf(dashboard.as(person).get({ id }))).toMatchObject({ status: 404 })
    }
    expect(await listPeople(id)).toEqual(['Ilse Brandt organizer'])
    const { rows } = await sql`select actor_id as actor from audit_log
      where subject_id = ${id} and action = 'events.remove_person' order by id`.execute(dashboard.db)
    expect(rows).toEqual([{ actor: kit.id }, { actor: tom.id }])
    await dashboard.as(ilse).removePerson({ id, personId: ilse.id })
    expect(await listPeople(id)).toEqual(['Ilse Brandt organizer'])
  })

  test('alternating roles send each notification once an hour, and the number of changes is limited', async () => {
    const pest = await insertMember(dashboard.db, { name: 'Pe St' })
    const lea = await insertMember(dashboard.db, { name: 'Lea Late' })
    const id = await insertDraft(dashboard, pest)
    const jobs = dashboard.jobs.length
    const add = (relation: 'manager' | 'check_in', personId = lea.id) =>
      dashboard.as(pest).addPerson({ id, personId, relation })
    for (let turn = 0; turn < 5; turn += 1) {
      await add('check_in')
      await add('manager')
      await dashboard.as(pest).removePerson({ id, personId: lea.id })
    }
    expect(await listNotifications(lea.id, id)).toEqual(['event_check_in, over', 'event_manager, over'])
    expect(dashboard.jobs.slice(jobs).filter(({ name }) => name === 'events.person')).toHaveLength(2)
    // An hour later, the notification is sent again.
    await sql`update notifications set created_at = created_at - interval '61 minutes' where user_id = ${lea.id}`.execute(
      dashboard.db,
    )
    await add('check_in')
    expect((await listNotifications(lea.id, id)).at(-1)).toBe('event_check_in')
    for (let turn = 0; turn < 9; turn += 1) await add(turn % 2 === 0 ? 'manager' : 'check_in')
    expect(await refusalOf(add('check_in'))).toMatchObject({ status: 429 })
    // Repeating the current role doesn't count toward the limit, and other changes are still possible.
    await add('manager')
    await add('check_in', kit.id)
  })

  test('limits an organizer to sixty additions an hour', async () => {
    const pest = await insertMember(dashboard.db, { name: 'Pe St' })
    const ids: string[] = []
    for (let n = 0; n < 2; n += 1) ids.push(await insertDraft(dashboard, pest))
    const add = async (n: number) => {
      const { id: personId } = await insertMember(dashboard.db, { name: `No ${n}` })
      return dashboard.as(pest).addPerson({ id: ids[n % 2] ?? '', personId, relation: 'check_in' })
    }
    for (let n = 0; n < 60; n += 1) await add(n)
    expect(await refusalOf(add(60))).toMatchObject({ status: 429 })
  })

  test('refuses the organizer and people who are suspended, unverified, blocking or have no account', async () => {
    const id = await insertDraft(dashboard, ilse)
    const suspended = await insertMember(dashboard.db, { name: 'Sus Pended' })
    const unconfirmed = await insertMember(dashboard.db, { name: 'Un Confirmed', isVerified: false })
    const blocker = await insertMember(dashboard.db, { name: 'Bloc Ker' })
    await sql`update accounts set suspended_until = now() + interval '1 day' where id = ${suspended.id}::uuid`.execute(
      dashboard.db,
    )
    await sql`insert into blocks (blocker_id, blocked_id) values (${blocker.id}, ${ilse.id})`.execute(
      dashboard.db,
    )
    for (const email of ['nobody@nowhere.example', suspended.email, unconfirmed.email, blocker.email])
      expect(
        await refusalOf(dashboard.as(ilse).addPerson({ id, email, relation: 'check_in' })),
        email,
      ).toMatchObject({
        code: 'PERSON_NOT_FOUND',
        status: 404,
        message: 'No account has this address. Ask them to sign up first; it’s free.',
        data: undefined,
      })
    for (const personId of [suspended.id, blocker.id, tom.id, newId(), 'x'])
      expect(
        await refusalOf(dashboard.as(ilse).addPerson({ id, personId, relation: 'check_in' })),
      ).toMatchObject({ status: 404 })
    expect(
      await refusalOf(dashboard.as(ilse).addPerson({ id, email: ilse.email, relation: 'manager' })),
    ).toMatchObject({ code: 'IS_ORGANIZER' })
    expect(await refusalOf(dashboard.as(ilse).addPerson({ id, relation: 'check_in' }))).toMatchObject({
      code: 'INVALID',
    })
    expect(await listPeople(id)).toEqual(['Ilse Brandt organizer'])
  })

  test('limits guessing of addresses', async () => {
    const guesser = await insertMember(dashboard.db, { name: 'Gus Guesser' })
    const id = await insertDraft(dashboard, guesser)
    const codes: string[] = []
    for (let n = 0; n < 21; n += 1)
      codes.push(
        (
          await refusalOf(
            dashboard.as(guesser).addPerson({ id, email: `a${n}@nowhere.example`, relation: 'check_in' }),
          )
        ).code,
      )
    expect(new Set(codes.slice(0, 20))).toEqual(new Set(['PERSON_NOT_FOUND']))
    expect(codes[20]).toBe('TOO_MANY_REQUESTS')
  })

  test('managers, hosts and check-in staff can’t add people', async () => {
    const id = await insertDraft(dashboard, ilse)
    await dashboard.as(ilse).addPerson({ id, personId: kit.id, relation: 'manager' })
    const as = dashboard.as(kit)
    const tries = [
      as.team({ id }),
      as.addPerson({ id, email: tom.email, relation: 'check_in' }),
      as.removePerson({ id, personId: tom.id }),
      as.handOver({ id, personId: kit.id, password: 'slipped-halves' }),
      as.duplicate({ id }),
      as.remove({ id }),
    ]
    for (const error of await Promise.all(tries.map(refusalOf))) expect(error).toMatchObject({ status: 404 })
  })
})

describe('transferring an event', () => {
  const password = 'slipped-halves'

  test('a transfer makes the member the organizer and the previous organizer a manager', async () => {
    const id = await insertDraft(dashboard, ilse)
    await dashboard.as(ilse).addPerson({ id, personId: kit.id, relation: 'manager' })
    await dashboard.as(ilse).handOver({ id, personId: kit.id, password })
    expect((await dashboard.as(kit).team({ id })).people).toMatchObject([
      { name: 'Kit Marlowe', relation: 'organizer' },
      { name: 'Ilse Brandt', relation: 'manager' },
    ])
    expect((await dashboard.as(ilse).get({ id })).actions).toEqual(['edit', 'publish', 'guests', 'check_in'])
    expect(await listNotifications(kit.id, id)).toEqual(['event_manager, over', 'event_handed_over'])
    expect(await findEmail()).toMatchObject({ to: kit.email, subject: 'You now organize Dust & Diamonds' })
    expect(await listAudit(id)).toEqual(['events.add_person', 'events.hand_over'])
  })

  test('a transfer requires the password and a member', async () => {
    const id = await insertDraft(dashboard, ilse)
    const handOver = async (personId: string, typed?: string) =>
      (
        await refusalOf(
          dashboard.as(ilse).handOver({ id, personId, ...(typed === undefined ? {} : { password: typed }) }),
        )
      ).code
    expect(await handOver(kit.id)).toBe('PASSWORD_MISSING')
    expect(await handOver(kit.id, 'guess')).toBe('WRONG_PASSWORD')
    const customer = await insertMember(dashboard.db, { name: 'Cus Tomer', role: 'customer' })
    const { db } = dashboard
    await sql`insert into user_member_types (user_id, member_type) values (${customer.id}, 'dj')`.execute(db)
    for (const personId of [customer.id, tom.id, newId(), 'x'])
      expect(await handOver(personId, password)).toBe('PERSON_NOT_FOUND')
    expect(await handOver(ilse.id, password)).toBe('IS_ORGANIZER')
    expect(await listPeople(id)).toEqual(['Ilse Brandt organizer'])
  })

  test('refuses to give a role to an account that is being deleted concurrently', async () => {
    const gone = async (act: (id: string, person: Member) => Promise<unknown>, isDeleted = true) => {
      const person = await insertMember(dashboard.db, { name: 'Gun Gone' })
      const id = await insertDraft(dashboard, ilse)
      const { acted } = await during(dashboard.db, person.id, {
        change: async (trx) =>
          isDeleted && (await trx.deleteFrom('accounts').where('id', '=', person.id).execute()),
        act: () => act(id, person).catch((error: unknown) => refusalOf(Promise.reject(error))),
      })
      return acted
    }
    const acts = [
      (id: string, { id: personId }: Member) => dashboard.as(ilse).handOver({ id, personId, password }),
      (id: string, { id: personId }: Member) =>
        dashboard.as(ilse).addPerson({ id, personId, relation: 'check_in' }),
      (id: string, { email }: Member) => dashboard.as(ilse).addPerson({ id, email, relation: 'check_in' }),
    ]
    for (const act of acts) {
      expect(await gone(act)).toMatchObject({ code: 'PERSON_NOT_FOUND', status: 404 })
      expect(await gone(act, false)).not.toHaveProperty('code')
    }
  })

  test('of two concurrent transfers, one succeeds', async () => {
    const id = await insertDraft(dashboard, ilse)
    const mara = await insertMember(dashboard.db, { name: 'Mara Voss' })
    const results = await Promise.allSettled(
      [kit, mara].map((person) => dashboard.as(ilse).handOver({ id, personId: person.id, password })),
    )
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const { rows } = await sql`select relation from event_people where event_id = ${id}`.execute(dashboard.db)
    expect(rows).toEqual([{ relation: 'manager' }])
  })
})
