import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getPersonId } from '~demo/people'
import { createUnsubscribeToken } from '~/features/notifications/server/unsubscribe-token'
import { newId } from '~/lib/ids'
import { startTestApp } from '../support/app'

// Permissions for the data of members over HTTP, seen by others or changed by themselves: every person with every
// call, against tables written by hand.
const { db, address, someAddress, signIn, stop } = await startTestApp()
afterAll(stop)

const people = {
  'a visitor': null,
  'a customer': 'customer',
  'a stranger': 'kestrel',
  'a connection': 'jonas',
  'one who asked to connect': 'nova',
  'one whom they block': 'sofia',
  'one who blocks them': 'ilse',
  'the member': 'mara',
  'a moderator': 'moderator',
  'an admin': 'admin',
} as const
type Person = keyof typeof people
const everyone = Object.keys(people) as Person[]
const getMemberId = (person: Person) => getPersonId(people[person] ?? 'mara')
const mara = getPersonId('mara')
const secrets = { phone: '+49 30 555 0148', email: 'only-for-bookings@voss.example' }

beforeAll(async () => {
  await sql`delete from connections where ${mara}::uuid in (user_id, connected_user_id)`.execute(db)
  await sql`insert into connections (user_id, connected_user_id, status, answered_at)
    values (${getPersonId('jonas')}, ${mara}, 'accepted', now()), (${getPersonId('nova')}, ${mara}, 'pending', null)`.execute(
    db,
  )
  await sql`insert into blocks (blocker_id, blocked_id)
    values (${mara}, ${getPersonId('sofia')}), (${getPersonId('ilse')}, ${mara})`.execute(db)
})

const cookies = new Map<string, Promise<string>>()
function cookieOf(person: Person): Promise<string> {
  const key = people[person]
  if (key === null) return Promise.resolve('')
  const known = cookies.get(key) ?? signIn(key)
  cookies.set(key, known)
  return known
}

async function send(person: Person, method: string, path: string, body: object = {}) {
  const answer = await fetch(`${address}/api/v1/${path}`, {
    method,
    headers: {
      origin: address,
      'content-type': 'application/json',
      'x-forwarded-for': someAddress(),
      cookie: await cookieOf(person),
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, text, body: JSON.parse(text) }
}

describe('a member who is a DJ', () => {
  const change = (values: object) =>
    db
      .updateTable('profiles')
      .set({ phone: secrets.phone, booking_email: secrets.email, ...values })
      .where('id', '=', mara)
      .execute()
  const apart = new Set<Person>(['one whom they block', 'one who blocks them'])
  const opens = (person: Person, isShown: boolean) =>
    person === 'the member' || (isShown && !apart.has(person))
  const cells = [true, false].flatMap((isShown) => everyone.map((person) => [isShown, person] as const))

  test.each(cells)(
    'with profile visibility %s, contact data is shown or hidden as expected to %s',
    async (isShown, person) => {
      await change({ is_public: isShown })
      const dj = await send(person, 'GET', `djs/${mara}`)
      const member = await send(person, 'GET', `members/${mara}`)
      expect(dj.status).toBe(opens(person, isShown) ? 200 : 404)
      expect(member.status).toBe(person === 'a visitor' ? 401 : opens(person, isShown) ? 200 : 404)
      for (const { status, text } of [dj, member])
        if (status !== 200) expect(text).not.toMatch(/Mara|Voss|555/)
      const found = await send(person, 'GET', 'djs?q=mara%20voss')
      expect(found.text.includes(mara)).toBe(isShown && !apart.has(person))
    },
  )

  const members: Person[] = ['a stranger', 'one who asked to connect', 'a moderator', 'an admin']
  const circles: Record<string, Person[]> = {
    everyone: [...members, 'a visitor', 'a customer', 'a connection', 'the member'],
    members: [...members, 'a connection', 'the member'],
    connections: ['a connection', 'the member'],
  }
  const kinds = Object.keys(circles)
  const contacts = kinds.flatMap((phone) => kinds.map((email) => [phone, email] as const))

  test.each(contacts)(
    'a phone visible to %s and an email visible to %s are shown to no one else',
    async (phone, email) => {
      await change({ is_public: true, phone_visibility: phone, booking_email_visibility: email })
      for (const person of everyone) {
        const seen = { phone: circles[phone]?.includes(person), email: circles[email]?.includes(person) }
        for (const path of [`djs/${mara}`, `members/${mara}`]) {
          const { status, text, body } = await send(person, 'GET', path)
          for (const [field, secret] of Object.entries(secrets))
            expect(text.includes(secret), `${field} in ${path} for ${person}`).toBe(
              status === 200 && seen[field === 'phone' ? 'phone' : 'email'],
            )
          if (status === 200)
            expect(
              body.contact.restrictedTo === null,
              `${person}: restrictedTo is null only if phone and email are both shown`,
            ).toBe(seen.phone && seen.email)
        }
        expect((await send(person, 'GET', 'djs?q=mara')).text).not.toMatch(/555 0148|only-for-bookings/)
        const listed = await send(person, 'GET', 'members?q=mara')
        expect(listed.text).not.toMatch(/555 0148|only-for-bookings/)
      }
    },
  )

  test.each(cells)('with profile visibility %s, a view by %s counts as expected', async (isShown, person) => {
    await change({ is_public: isShown })
    await sql`delete from profile_views where profile_id = ${mara}`.execute(db)
    expect((await send(person, 'POST', `djs/${mara}/views`)).status).toBe(200)
    const { rows } = await sql`select 1 from profile_views where profile_id = ${mara}`.execute(db)
    expect(rows.length).toBe(isShown && opens(person, true) && person !== 'the member' ? 1 : 0)
  })
})

describe('a person’s own data', () => {
  const tables = {
    profiles: 'id',
    user_member_types: 'user_id',
    notifications: 'user_id',
    email_preferences: 'user_id',
  }
  type Belongings = Record<string, string>

  /** Returns a checksum of each person's data that these calls can change. */
  async function checksumPersonalData(): Promise<Belongings> {
    const parts = Object.entries(tables).map(
      ([table, owner]) =>
        sql`select ${sql.ref(owner)} as owner, to_jsonb(t)::text as content from ${sql.table(table)} t`,
    )
    const { rows } = await sql<{ owner: string; mark: string }>`
      select owner, md5(string_agg(content, '' order by content)) as mark
      from (${sql.join(parts, sql` union all `)}) all_rows group by owner`.execute(db)
    return Object.fromEntries(rows.map(({ owner, mark }) => [owner, mark]))
  }
  const changedBetween = (before: Belongings, after: Belongings) =>
    Object.keys({ ...before, ...after }).filter((owner) => before[owner] !== after[owner])

  async function tell(): Promise<Record<string, string>> {
    await sql`delete from notifications`.execute(db)
    await sql`delete from email_preferences`.execute(db)
    const owners = new Set(everyone.map(getMemberId))
    const notices = Object.fromEntries([...owners].map((owner) => [owner, newId()]))
    for (const [owner, id] of Object.entries(notices))
      await sql`insert into notifications (id, user_id, kind, actor_id, subject_id)
        values (${id}, ${owner}, 'connection_accepted', ${getPersonId('juno')}, ${newId()})`.execute(db)
    await sql`update profiles set avatar_url = '/media/avatars/none.webp' where id in (${sql.join([...owners])})`.execute(
      db,
    )
    await sql`delete from user_member_types where user_id in (${sql.join([...owners])}) and member_type = 'media'`.execute(
      db,
    )
    return notices
  }

  type Attempt = [method: string, path: string, body?: (own: { values: object }, ids: string[]) => object]
  const attempts: Record<string, Attempt> = {
    'members.myProfile': ['GET', `me/profile?id=${mara}`],
    'members.saveProfile': ['PUT', 'me/profile', ({ values }) => ({ ...values, bio: 'Mine' })],
    'members.saveMemberTypes': ['PUT', 'me/member-types', () => ({ types: ['media'] })],
    'members.removeAvatar': ['DELETE', 'me/avatar', () => ({ id: mara })],
    'members.dashboard': ['GET', `me/dashboard?id=${mara}`],
    'members.activity': ['GET', `me/activity?id=${mara}`],
    'notifications.list': ['GET', 'me/notifications'],
    'notifications.unread': ['GET', `me/notifications/unread?userId=${mara}`],
    'notifications.markRead': ['POST', 'me/notifications/read', (_own, ids) => ({ ids })],
    'notifications.markAllRead': ['POST', 'me/notifications/read-all', () => ({ userId: mara })],
    'notifications.emailPreferences': ['GET', `me/email-preferences?userId=${mara}`],
    'notifications.setEmailPreference': [
      'PUT',
      'me/email-preferences/bookings',
      () => ({ wantsEmail: false }),
    ],
  }

  test.each(everyone.flatMap((person) => Object.keys(attempts).map((name) => [person, name] as const)))(
    'for %s, the call %s reads and changes only the caller’s data',
    async (person, name) => {
      const notices = await tell()
      const own = person === 'a visitor' ? { values: {} } : (await send(person, 'GET', 'me/profile')).body
      const before = await checksumPersonalData()
      const [method, path, body] = attempts[name] ?? ['GET', '']
      const { status, text } = await send(person, method, path, body?.(own, Object.values(notices)))
      const changed = changedBetween(before, await checksumPersonalData())
      if (person === 'a visitor') {
        expect(status).toBe(401)
        expect(changed).toEqual([])
        return
      }
      expect(status, text).toBe(200)
      expect(changed).toEqual(method === 'GET' ? [] : [getMemberId(person)])
      if (name === 'notifications.list') {
        const shown = Object.entries(notices).filter(([, id]) => text.includes(id))
        expect(shown.map(([owner]) => owner)).toEqual([getMemberId(person)])
      }
      if (name === 'notifications.unread') expect(JSON.parse(text)).toEqual({ count: 1 })
      if (name === 'members.myProfile') expect(JSON.parse(text).id).toBe(getMemberId(person))
      if (getMemberId(person) !== mara) expect(text).not.toMatch(/555 0148|only-for-bookings|mara@backtoback/)
    },
  )

  test.each([
    ['PUT', 'me/profile'],
    ['PUT', 'me/member-types'],
    ['GET', 'me/notifications'],
    ['PUT', 'me/email-preferences/bookings'],
  ])('%s %s refuses a field that names someone else', async (method, path) => {
    const before = await checksumPersonalData()
    const query = method === 'GET' ? `?userId=${mara}` : ''
    const { status, text } = await send(
      'a stranger',
      method,
      `${path}${query}`,
      query ? undefined : { userId: mara },
    )
    expect(status).toBe(400)
    expect(JSON.parse(text).data.fields).toContainEqual({
      path: 'userId',
      message: 'This field is unknown. Check its name.',
    })
    expect(await checksumPersonalData()).toEqual(before)
  })

  test.each(everyone)(
    'anyone with the unsubscribe link in Mara’s email, such as %s, can stop only her emails',
    async (person) => {
      await tell()
      const token = createUnsubscribeToken(
        { userId: mara, topic: 'bookings' },
        'only for these tests, and long enough for it',
      )
      const before = await checksumPersonalData()
      const seen = await send(person, 'GET', `unsubscribe/${token}`)
      expect(seen.status).toBe(200)
      expect(seen.text).not.toMatch(/mara|voss/i)
      expect(await checksumPersonalData()).toEqual(before)
      expect((await send(person, 'POST', `unsubscribe/${token}`)).status).toBe(200)
      expect(changedBetween(before, await checksumPersonalData())).toEqual([mara])
      const forged = `${token.slice(0, -4)}AAAA`
      for (const method of ['GET', 'POST'])
        expect((await send(person, method, `unsubscribe/${forged}`)).status).toBe(404)
    },
  )
})
