import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './support/journey'
import { answerPayment, type Buyer, reserve, signUpBuyer, startPayment } from './support/buyer'
import { withDatabase } from './support/database'
import { type Product, startProduct } from './support/product'
import { findEvent } from './support/tickets'
import { isLongRun } from '../support/long-run'

type Selection = Parameters<typeof reserve>[1]

/** The steps of the buyers while the server is killed. */
const allSteps: Record<string, (buyer: Buyer, selection: Selection) => Promise<unknown>> = {
  reserving: reserve,
  'going to pay': async (buyer, selection) => startPayment(buyer, await reserve(buyer, selection)),
  paying: async (buyer, selection) =>
    answerPayment(buyer, await startPayment(buyer, await reserve(buyer, selection)), 'approve'),
  cancelling: async (buyer, selection) =>
    buyer.call('POST', `/orders/${await reserve(buyer, selection)}/cancel`, {}),
  // This step comes last, because a buyer cannot order again while the bank decides about the payment.
  'waiting for the bank': async (buyer, selection) =>
    answerPayment(buyer, await startPayment(buyer, await reserve(buyer, selection)), 'approve_later'),
}

const steps = isLongRun ? Object.entries(allSteps) : Object.entries(allSteps).slice(-1)

/** Accounting rules that always hold. Each statement finds the violations of one rule. */
const rules = {
  'stock held is what reserved orders hold': `select t.id from ticket_types t where quantity_held <> (
     select coalesce(sum(i.quantity), 0) from order_items i join orders o on o.id = i.order_id
     where i.ticket_type_id = t.id and o.status = 'reserved')`,
  'stock sold is the tickets that are valid': `select t.id from ticket_types t where quantity_sold <> (
     select count(*) from tickets k where k.ticket_type_id = t.id and k.status = 'valid')`,
  'a confirmed order has a ticket per seat': `select o.id from orders o where o.status = 'confirmed' and exists (
     select from order_items i where i.order_id = o.id and i.quantity <> (
       select count(*) from tickets k where k.order_id = o.id and k.ticket_type_id = i.ticket_type_id))`,
  'no other order has tickets that are valid': `select o.id from orders o join tickets k on k.order_id = o.id
     where o.status <> 'confirmed' and k.status = 'valid'`,
  'money that was taken is tickets or a refund': `select p.id from payments p join orders o on o.id = p.order_id
     where (p.status = 'approved' and o.status not in ('confirmed', 'refunded'))
        or (p.status = 'returned' and not exists (select from refunds r where r.payment_id = p.id))`,
} as const

async function expectBooksInOrder(dataDir: string, when: string): Promise<void> {
  await withDatabase(async (ask) => {
    for (const [rule, statement] of Object.entries(rules))
      expect(await ask(statement), `${rule}, ${when}`).toEqual([])
  }, dataDir)
}

async function selectionOn(product: Product, request: Parameters<typeof findEvent>[0]): Promise<Selection> {
  const event = await findEvent(request, 'Signal and Noise', product.address)
  const items = event.ticketTypes.filter(({ available }) => available > 0)
  return { eventId: event.id, items: items.map(({ id }) => ({ ticketTypeId: id, quantity: 1 })) }
}

test('T-04 after the server is killed at any step of buying, each paid order has tickets or a refund, and stock is correct @long', async ({
  request,
}) => {
  test.setTimeout(600_000)
  const dataDir = mkdtempSync(join(tmpdir(), 'back-to-back-kill-'))
  let product = await startProduct(dataDir)
  try {
    const selection = await selectionOn(product, request)
    const before = await withDatabase(
      (ask) => ask('select id, quantity_sold as sold from ticket_types'),
      dataDir,
    )
    const buyers = await Promise.all(Array.from({ length: 24 }, () => signUpBuyer(product.address)))
    for (const [step, walk] of steps) {
      let done = 0
      // Each buyer repeats the step until the server is killed. The last step needs all buyers.
      const walking = buyers.slice(0, step === 'waiting for the bank' ? 24 : 6).map(async (buyer) => {
        const hasWalked = () => walk(buyer(product.address), selection).then(Boolean, () => false)
        while (await hasWalked()) done += 1
      })
      // Kills the server midway, when some buyers have finished the step and others have not.
      await expect.poll(() => done, { intervals: [5] }).toBeGreaterThan(8)
      await product.kill()
      await Promise.all(walking)
      product = await startProduct(dataDir)
      await expectBooksInOrder(dataDir, `after a kill while ${step}`)
    }

    // The bank's late approval arrives although the process that waited for it was killed.
    await withDatabase((ask) => ask('update sandbox_answers set due_at = clock_timestamp()'), dataDir)
    await expect
      .poll(() => withDatabase((ask) => ask('select reference from sandbox_answers'), dataDir), {
        timeout: 30_000,
      })
      .toEqual([])
    await expectBooksInOrder(dataDir, 'after the late payments')

    // Unpaid holds expire, and every seat is available again.
    await withDatabase(
      (ask) => ask("update orders set expires_at = clock_timestamp() where status = 'reserved'"),
      dataDir,
    )
    await expect
      .poll(() => withDatabase((ask) => ask("select id from orders where status = 'reserved'"), dataDir), {
        timeout: 30_000,
      })
      .toEqual([])
    await expectBooksInOrder(dataDir, 'after all holds ran out')
    const held = await withDatabase(
      (ask) => ask('select id from ticket_types where quantity_held <> 0'),
      dataDir,
    )
    expect(held).toEqual([])
    const after = await withDatabase(
      (ask) => ask('select id, quantity_sold as sold from ticket_types'),
      dataDir,
    )
    expect(after, 'tickets were sold in between').not.toEqual(before)
  } finally {
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
