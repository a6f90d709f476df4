import { beforeEach, expect, test } from 'vitest'
import { startIdentity, tokenIn } from '../testing'
import { emailChangeJob } from '../email-and-sms/jobs'
import { resend } from '../sign-in/resend'
import { confirmed, emailsOf, signUp } from '../sign-in/testing'

const { database, harness } = await startIdentity()

let people = 0
let mine = ''
let wanted = ''
beforeEach(() => {
  people += 1
  mine = `ada${people}@lind.example`
  wanted = `requested${people}@lind.example`
})

/** The links of an email change, by recipient. */
async function change(from: string, to: string): Promise<Map<string, string>> {
  const { id } = await database.db
    .updateTable('accounts')
    .set({ new_email: to })
    .where('email', '=', from)
    .returning('id')
    .executeTakeFirstOrThrow()
  const emails = await emailsOf(harness, () =>
    harness.jobs.enqueue(database.db, emailChangeJob, { userId: id }),
  )
  return new Map(emails.map((message) => [message.to, tokenIn(message)]))
}

const yes = (token = '') =>
  harness.createBrowser().call((client) => client.codes.open({ token, type: 'email_change' }))

const ownerOf = async (email: string) =>
  (await database.db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst())?.id

test('A-08 verifying an email removes another account’s unverified claim to it, and that account continues without an email', async () => {
  for (const order of ['new last', 'new first'] as const) {
    ;[mine, wanted] = [`${order.slice(4)}-${mine}`, `${order.slice(4)}-${wanted}`]
    const squatter = await signUp(harness, wanted)
    const browser = await confirmed(harness, mine)
    const links = await change(mine, wanted)
    const [first, last] = order === 'new last' ? [mine, wanted] : [wanted, mine]
    expect(await yes(links.get(first))).toMatchObject({ outcome: 'half_confirmed' })
    expect(await yes(links.get(last))).toMatchObject({ outcome: 'email_changed', email: wanted })
    const me = await browser.call((client) => client.me())
    expect(me).toMatchObject({ email: wanted, isEmailVerified: true })
    // The open pages of both accounts are updated.
    expect(harness.published.at(-1)?.userIds).toHaveLength(2)
    // The other account keeps its sessions and data: its owner may have mistyped the email.
    const theirs = await squatter.browser.call((client) => client.me())
    expect(theirs).toMatchObject({ email: null, isEmailVerified: false })
    const late = harness.createBrowser()
    await expect(
      late.call((client) => client.verifyEmail({ token: tokenIn(squatter.message) })),
    ).rejects.toMatchObject({ code: 'LINK_INVALID' })
    // The other account can add another email, like any account without one.
    const id = theirs?.id ?? ''
    await database.db
      .updateTable('accounts')
      .set({ new_email: `now-${wanted}` })
      .where('id', '=', id)
      .execute()
    const context = await harness.createBrowser().contextOf()
    const [message] = await emailsOf(harness, () =>
      resend(context, { type: 'email_change', destination: { email: `now-${wanted}` }, linkTarget: {} }),
    )
    expect(await yes(tokenIn(message))).toMatchObject({ outcome: 'email_changed' })
    expect(await ownerOf(`now-${wanted}`)).toBe(id)
  }
})

test('A-08 of a concurrent verification and change to the same email one succeeds, without a deadlock', async () => {
  for (let round = 0; round < 6; round += 1) {
    ;[mine, wanted] = [`${round}-${mine}`, `${round}-${wanted}`]
    const { message } = await signUp(harness, wanted)
    await confirmed(harness, mine)
    const mover = await ownerOf(mine)
    const links = await change(mine, wanted)
    await yes(links.get(mine))
    const [moved, kept] = await Promise.allSettled([
      yes(links.get(wanted)),
      harness.createBrowser().call((client) => client.verifyEmail({ token: tokenIn(message) })),
    ])
    expect([moved.status, kept.status].filter((status) => status === 'fulfilled')).toHaveLength(1)
    expect((await ownerOf(wanted)) === mover).toBe(moved.status === 'fulfilled')
    const refused = moved.status === 'rejected' ? moved : kept
    expect(refused).toMatchObject({
      reason: { code: moved.status === 'rejected' ? 'EMAIL_TAKEN' : 'LINK_INVALID' },
    })
  }
})

test('A-08 two accounts can swap emails concurrently', async () => {
  for (let round = 0; round < 6; round += 1) {
    ;[mine, wanted] = [`${round}-${mine}`, `${round}-${wanted}`]
    await signUp(harness, mine)
    await signUp(harness, wanted)
    const [one, other] = [await ownerOf(mine), await ownerOf(wanted)]
    const there = (await change(mine, wanted)).get(wanted)
    const here = (await change(wanted, mine)).get(mine)
    await Promise.all([yes(there), yes(here)])
    expect([await ownerOf(wanted), await ownerOf(mine)]).toEqual([one, other])
  }
})
