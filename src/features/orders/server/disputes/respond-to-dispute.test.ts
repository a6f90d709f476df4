import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { findFaults, openShop, shopClient } from '~tests/support/shop'
import { openDispute, openPaidOrder } from '~tests/support/stripe/paid-order'
import { createNoPayments } from '../payments/create-payments'
import { isStripe } from '../payments/stripe/stripe-payments'
import { recordDispute } from './record-dispute'

const { db } = await openShop()
const NOTE = 'Juno came with three friends.\nI remember them.'

const listAudits = async (orderId: string) =>
  (
    await sql<{
      action: string
    }>`select action || ' ' || (details ->> 'currency') as action from audit_log where subject_id = ${orderId}
      and action in ('money.submit_evidence', 'money.accept_dispute')`.execute(db)
  ).rows.map(({ action }) => action)

describe('submitting the evidence', () => {
  test('sends the evidence once with the note, and stores exactly what the bank received', async () => {
    const { organizer, id, orderId, listResponses, deliver, eventOrganizer } = await openDispute(db)
    const { evidence } = await organizer.get({ id })
    const dispute = await organizer.submit({ id, note: `  ${NOTE}\n` })
    expect(dispute).toMatchObject({
      status: 'under_review',
      canRespond: false,
      dueBy: null,
      evidence,
      response: { kind: 'evidence', by: eventOrganizer.fullName, note: NOTE },
    })
    expect(listResponses().map(({ parameters }) => parameters)).toEqual([
      {
        submit: 'true',
        evidence: {
          customer_name: evidence?.customerName,
          customer_email_address: evidence?.customerEmail,
          product_description: evidence?.product,
          service_date: evidence?.serviceDate,
          access_activity_log: evidence?.activity,
          uncategorized_text: NOTE,
        },
      },
    ])
    await deliver()
    await sql`update orders set buyer_name = 'Another' where id = ${orderId}`.execute(db)
    expect((await organizer.get({ id })).evidence).toEqual(evidence)
    expect(await listAudits(orderId)).toEqual(['money.submit_evidence USD'])
  })

  test('logs the submission in the currency of the order', async () => {
    const { organizer, id, orderId, deliver } = await openDispute(db, { currency: 'EUR' })
    await organizer.submit({ id, note: NOTE })
    await deliver()
    expect(await listAudits(orderId)).toEqual(['money.submit_evidence EUR'])
  })

  test('sends no field for an empty note, and refuses a note that is too long', async () => {
    const { organizer, id, listResponses } = await openDispute(db)
    await expect(organizer.submit({ id, note: 'x'.repeat(2001) })).rejects.toMatchObject({ status: 400 })
    await organizer.submit({ id, note: 'x'.repeat(2000) })
    const { organizer: another, id: second, listResponses: listOthers } = await openDispute(db)
    await another.submit({ id: second, note: ' ' })
    expect(listResponses()).toHaveLength(1)
    expect(listOthers()[0]?.parameters['evidence']).not.toHaveProperty('uncategorized_text')
  })

  test('shows when the bank made its decision', async () => {
    const { organizer, id, standIn, deliver } = await openDispute(db)
    await organizer.submit({ id, note: '' })
    standIn.closeDispute(id, 'won')
    await deliver()
    expect(await organizer.get({ id })).toMatchObject({
      status: 'won',
      closedAt: expect.any(String),
      response: { kind: 'evidence' },
    })
  })
})

describe('accepting', () => {
  test('closes the dispute at Stripe, revokes the tickets and emails the organizer', async () => {
    const { organizer, id, orderId, listResponses, deliver, getOrder, emails, eventOrganizer } =
      await openDispute(db)
    const dispute = await organizer.accept({ id })
    expect(dispute).toMatchObject({
      status: 'lost',
      ticketsToRevoke: 0,
      response: { kind: 'acceptance', by: eventOrganizer.fullName },
    })
    expect(listResponses().map(({ path }) => path)).toEqual([`/v1/disputes/${id}/close`])
    await deliver()
    expect(await getOrder()).toMatchObject({ status: 'refunded', ticketCounts: { own: 0, refunded: 2 } })
    expect(emails).toHaveLength(2)
    expect(emails[1]?.text).toContain('The dispute is accepted.')
    expect(await listAudits(orderId)).toEqual(['money.accept_dispute USD'])
    expect(await findFaults(db)).toEqual([])
  })

  test('accepting is refused for an inquiry, which took no money', async () => {
    const { organizer, id, standIn, listResponses } = await openDispute(db)
    standIn.changeDispute(id, (dispute) => (dispute.status = 'warning_needs_response'))
    await expect(organizer.accept({ id })).rejects.toMatchObject({ status: 409, code: 'IS_INQUIRY' })
    expect(listResponses()).toEqual([])
    expect(await organizer.submit({ id, note: '' })).toMatchObject({ status: 'under_review' })
  })
})

describe('a dispute that can’t be changed', () => {
  test.each(['won', 'lost'] as const)('a response is refused once the dispute is %s', async (status) => {
    const { organizer, id, standIn, deliver, listResponses } = await openDispute(db)
    standIn.closeDispute(id, status)
    await deliver()
    for (const call of [() => organizer.submit({ id, note: '' }), () => organizer.accept({ id })])
      await expect(call()).rejects.toMatchObject({ status: 409, code: 'DISPUTE_NOT_OPEN' })
    expect(listResponses()).toEqual([])
  })

  test('a response is refused after the deadline', async () => {
    const { organizer, id, setDispute, listResponses } = await openDispute(db)
    await setDispute(sql`due_by = clock_timestamp()`)
    expect(await organizer.get({ id })).toMatchObject({ status: 'open', canRespond: false })
    for (const call of [() => organizer.submit({ id, note: '' }), () => organizer.accept({ id })])
      await expect(call()).rejects.toMatchObject({ status: 409, code: 'DEADLINE_PASSED' })
    expect(listResponses()).toEqual([])
  })

  test('a response is refused and the decision recorded if the bank has decided and its webhook has not arrived', async () => {
    const { organizer, id, standIn, listResponses } = await openDispute(db)
    standIn.closeDispute(id, 'won')
    await expect(organizer.submit({ id, note: '' })).rejects.toMatchObject({ code: 'DISPUTE_NOT_OPEN' })
    expect(await organizer.get({ id })).toMatchObject({ status: 'won', response: null })
    expect(listResponses()).toEqual([])
  })

  test('after the evidence was submitted, another note and accepting are refused', async () => {
    const { organizer, id, listResponses } = await openDispute(db)
    await organizer.submit({ id, note: NOTE })
    for (const call of [() => organizer.submit({ id, note: 'Another' }), () => organizer.accept({ id })])
      await expect(call()).rejects.toMatchObject({ status: 409, code: 'DISPUTE_NOT_OPEN' })
    expect(await organizer.submit({ id, note: NOTE })).toMatchObject({ response: { note: NOTE } })
    expect(listResponses()).toHaveLength(1)
  })

  test('a response is refused on a site that no longer uses Stripe', async () => {
    const { id, eventOrganizer } = await openDispute(db)
    const { shop } = await openPaidOrder(db)
    const { disputes } = shopClient({ ...shop.contextOf(eventOrganizer), payments: createNoPayments() })
    await expect(disputes.accept({ id })).rejects.toMatchObject({ code: 'STRIPE_NOT_CONFIGURED' })
  })
})

describe('a webhook of an open dispute', () => {
  test('the webhook of an inquiry that became a dispute sets a new deadline and allows a second response', async () => {
    const { organizer, id, orderId, standIn, deliver, setDispute, listResponses } = await openDispute(db)
    standIn.changeDispute(id, (dispute) => (dispute.status = 'warning_needs_response'))
    await organizer.submit({ id, note: NOTE })
    await deliver()
    await setDispute(sql`response_locked_until = null`)
    standIn.changeDispute(id, (dispute) => (dispute.status = 'needs_response'))
    await deliver()
    await setDispute(sql`due_by = clock_timestamp()`)
    await expect(organizer.accept({ id })).rejects.toMatchObject({ code: 'DEADLINE_PASSED' })
    standIn.changeDispute(id)
    await deliver()
    expect(await organizer.get({ id })).toMatchObject({ status: 'open', canRespond: true })
    standIn.disturb(/POST .*disputes/, { kind: 'fails', status: 503 })
    await expect(organizer.submit({ id, note: 'Again' })).rejects.toMatchObject({
      code: 'STRIPE_UNAVAILABLE',
    })
    standIn.changeDispute(id)
    await deliver()
    expect(await organizer.get({ id })).toMatchObject({ response: null })
    expect(await organizer.submit({ id, note: 'Again' })).toMatchObject({ response: { note: 'Again' } })
    expect(listResponses()).toHaveLength(3)
    expect(await listAudits(orderId)).toEqual(['money.submit_evidence USD', 'money.submit_evidence USD'])
  })

  test('a webhook whose dispute was read before a response doesn’t open the dispute again', async () => {
    const { organizer, id, shop, eventOrganizer } = await openDispute(db)
    const context = shop.contextOf(eventOrganizer)
    if (!isStripe(context.payments)) throw new Error('no Stripe')
    const before = await context.payments.disputes.find(id)
    if (before === undefined) throw new Error('no dispute')
    await organizer.submit({ id, note: '' })
    await expect(recordDispute(context, before)).rejects.toThrow(/being sent/)
    expect(await organizer.get({ id })).toMatchObject({ status: 'under_review', canRespond: false })
  })
})

describe('when Stripe can’t be reached', () => {
  test('reports that Stripe is unavailable, and the same response can be sent again', async () => {
    const { organizer, id, standIn, listResponses } = await openDispute(db)
    for (const path of [/GET .*disputes/, /POST .*disputes/]) {
      standIn.disturb(path, { kind: 'fails', status: 503 })
      await expect(organizer.submit({ id, note: NOTE })).rejects.toMatchObject({
        status: 503,
        code: 'STRIPE_UNAVAILABLE',
      })
      expect(await organizer.get({ id })).toMatchObject({ canRespond: true, response: null })
    }
    expect(await organizer.submit({ id, note: NOTE })).toMatchObject({ status: 'under_review' })
    expect(listResponses()).toHaveLength(2)
  })

  test.each(['submit', 'accept'] as const)(
    'a repeat after a lost reply finds that %s took effect, and sends nothing',
    async (action) => {
      const { organizer, id, standIn, listResponses } = await openDispute(db)
      standIn.disturb(/POST .*disputes/, { kind: 'loses_response' })
      const respond = () =>
        action === 'submit' ? organizer.submit({ id, note: NOTE }) : organizer.accept({ id })
      await expect(respond()).rejects.toMatchObject({ code: 'STRIPE_UNAVAILABLE' })
      expect(await respond()).toMatchObject({
        status: action === 'submit' ? 'under_review' : 'lost',
        response: { kind: action === 'submit' ? 'evidence' : 'acceptance' },
      })
      expect(listResponses()).toHaveLength(1)
    },
  )

  test('a lost reply is resolved by the webhook alone', async () => {
    const { organizer, id, orderId, standIn, deliver } = await openDispute(db)
    standIn.disturb(/POST .*disputes/, { kind: 'loses_response' })
    await expect(organizer.submit({ id, note: NOTE })).rejects.toMatchObject({ code: 'STRIPE_UNAVAILABLE' })
    await deliver()
    expect(await listAudits(orderId)).toEqual(['money.submit_evidence USD'])
    expect(await organizer.get({ id })).toMatchObject({
      status: 'under_review',
      response: { kind: 'evidence', note: NOTE },
    })
  })

  test('accepting after a lost reply to a submission is refused', async () => {
    const { organizer, id, standIn, listResponses } = await openDispute(db)
    standIn.disturb(/POST .*disputes/, { kind: 'loses_response' })
    await expect(organizer.submit({ id, note: NOTE })).rejects.toMatchObject({ code: 'STRIPE_UNAVAILABLE' })
    await expect(organizer.accept({ id })).rejects.toMatchObject({ code: 'DISPUTE_NOT_OPEN' })
    expect(listResponses()).toHaveLength(1)
  })
})

describe('two tabs', () => {
  /** Sends two responses; the second one starts while the first one waits at Stripe. */
  async function race(second: 'submit' | 'accept', beforeSecond?: 'without the lock') {
    const { organizer, id, standIn, listResponses, setDispute } = await openDispute(db)
    const { promise: until, resolve: open } = Promise.withResolvers<void>()
    standIn.disturb(/POST .*disputes/, { kind: 'waits', until })
    const first = organizer.submit({ id, note: NOTE })
    await expect.poll(() => listResponses().length).toBe(1)
    if (beforeSecond) await setDispute(sql`response_locked_until = null`)
    const other = second === 'submit' ? organizer.submit({ id, note: NOTE }) : organizer.accept({ id })
    const [later] = await Promise.allSettled([other])
    open()
    const [earlier] = await Promise.allSettled([first])
    return { earlier, later, sent: listResponses().length, dispute: await organizer.get({ id }) }
  }

  test.each(['submit', 'accept'] as const)(
    'while one tab submits, the other tab can’t %s',
    async (second) => {
      const { earlier, later, sent, dispute } = await race(second)
      expect(earlier.status).toBe('fulfilled')
      expect(later).toMatchObject({ status: 'rejected', reason: { status: 409, code: 'RESPONSE_PENDING' } })
      expect(sent).toBe(1)
      expect(dispute).toMatchObject({ status: 'under_review', response: { kind: 'evidence' } })
    },
  )

  test('control: without the lock, both tabs reach Stripe, and accepting wins over the evidence', async () => {
    const { earlier, sent, dispute } = await race('accept', 'without the lock')
    expect(earlier.status).toBe('rejected')
    expect(sent).toBe(2)
    expect(dispute.status).toBe('lost')
  })

  test('a lock whose process died ends after a minute', async () => {
    const { organizer, id, setDispute } = await openDispute(db)
    await setDispute(sql`response_locked_until = clock_timestamp() + interval '1 minute'`)
    await expect(organizer.accept({ id })).rejects.toMatchObject({ code: 'RESPONSE_PENDING' })
    await setDispute(sql`response_locked_until = response_locked_until - interval '1 minute'`)
    expect(await organizer.accept({ id })).toMatchObject({ status: 'lost' })
  })
})
