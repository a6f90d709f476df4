import { expect, test } from './support/journey'
import { withDatabase } from './support/database'
import { followEmailLink, emailTo } from './support/mailbox'
import { newPerson } from './support/people'
import {
  approve,
  checkoutButton,
  choose,
  findEvent,
  goAndPay,
  orderIdOf,
  paidHeading,
  readTicketFile,
} from './support/tickets'

test('A-02 A-04 R-10 T-02 T-03 C-02 C-05 a visitor signs up, verifies the email, buys three tickets of two types, and the PDF scans', async ({
  page,
  request,
}) => {
  const person = newPerson('Ada Verboven')
  await page.goto('/auth?tab=sign-up')
  const form = page.getByRole('form', { name: 'Sign Up' })
  await form.getByLabel('Full name').fill(person.fullName)
  await form.getByLabel('Email').fill(person.email)
  await form.getByLabel('Password', { exact: true }).fill(person.password)
  await form.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Account created! Please check your email for verification.')).toBeVisible()
  await expect(page).toHaveURL('/customer/dashboard')
  const confirming = await followEmailLink(
    page,
    person.email,
    /Verify your email address/,
    /Verify my email address/,
  )
  await expect(confirming.getByRole('heading', { name: 'Email address verified' })).toBeVisible()

  // Finds the event by its city.
  await page.goto('/events')
  await page.getByRole('searchbox', { name: 'Search events' }).fill('rotterdam')
  await page.getByRole('link', { name: 'View Details, Signal and Noise' }).click()
  await choose(page, 'Day Ticket', 2)
  await choose(page, 'Both Feet', 1)
  const panel = page.getByRole('region', { name: 'Select Tickets' })
  for (const amount of ['€186.00', '€18.60', '€204.60'])
    await expect(panel.getByText(amount, { exact: true })).toBeVisible()
  await checkoutButton(page).click()

  await page.waitForURL(/\/checkout\//)
  await expect(page.getByRole('timer', { name: 'Held for you' })).toContainText(/9:\d\d|10:00/)
  const sheet = page.getByRole('complementary', { name: 'Order' })
  await expect(sheet).toContainText('2 × Day Ticket')
  await expect(sheet).toContainText('1 × Both Feet')
  await expect(sheet).toContainText('€204.60')
  await expect(page.getByLabel('Full name')).toHaveValue(person.fullName)
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  const orderId = orderIdOf(page)
  await page.getByRole('button', { name: 'Pay €204.60' }).filter({ visible: true }).click()

  await page.waitForURL(/\/pay\/sandbox\//)
  await expect(page.getByRole('heading', { level: 1, name: '€204.60' })).toBeVisible()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.waitForURL(`/checkout/${orderId}`)
  await expect(paidHeading(page)).toBeVisible()

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  const { codes, text } = await readTicketFile(await downloading)
  const tickets = await withDatabase((ask) =>
    ask<{ id: string; ticket_number: string; name: string }>(
      'select t.id, t.ticket_number, y.name from tickets t join ticket_types y on y.id = t.ticket_type_id where t.order_id = $1',
      [orderId],
    ),
  )
  expect(tickets.map(({ name }) => name).toSorted()).toEqual(['Both Feet', 'Day Ticket', 'Day Ticket'])
  // The code of each ticket, as shown to its owner.
  const carried = await Promise.all(
    tickets.map(async ({ id }) => (await (await page.request.get(`/api/v1/tickets/${id}`)).json()).code),
  )
  expect(new Set(codes)).toEqual(new Set(carried))
  expect(new Set(codes).size).toBe(3)
  for (const { ticket_number: number } of tickets) expect(text).toContain(number)
  expect(text).toContain(person.fullName)

  // The email contains the tickets too.
  await page.goto(await emailTo(request, person.email, /Your tickets for Signal and Noise/))
  await expect(page.getByRole('listitem').filter({ hasText: /\.pdf/ }).first()).toBeVisible()

  // The tickets are in My Tickets, and the order and its receipt are in Order History.
  await page.goto('/customer/dashboard')
  const stub = page.getByRole('article', { name: /Signal and Noise/ })
  await expect(stub).toHaveCount(1)
  await expect(page.getByRole('list', { name: /More tickets/ }).getByRole('listitem')).toHaveCount(2)
  await stub.getByRole('link', { name: 'View Details' }).click()
  await page.waitForURL(/\/customer\/tickets\//)
  await expect(page.getByRole('img', { name: /QR code of ticket/ })).toHaveCount(1)
  await page.goto('/customer/dashboard?tab=orders')
  const row = page.getByRole('row').filter({ hasText: 'Signal and Noise' })
  await expect(row).toContainText('confirmed')
  await expect(row).toContainText('€204.60')
  const receiving = page.waitForEvent('download')
  await row.getByRole('link', { name: 'Download Receipt' }).click()
  const receipt = await readTicketFile(await receiving)
  for (const words of ['€186.00', '€18.60', '€204.60', 'Day Ticket', 'Both Feet', person.fullName])
    expect(receipt.text).toContain(words)
})

test('R-10 T-04 a visitor who checks out is taken to /auth and back to the same selection @long', async ({
  page,
  request,
}) => {
  const event = await findEvent(request, 'Half Past Never')
  await page.goto(`/events/${event.id}`)
  await choose(page, 'General Admission', 2)
  await choose(page, 'Late Entry', 1)
  await checkoutButton(page).click()
  await expect(page).toHaveURL(/\/auth\?/)
  const choice = page.getByRole('region', { name: 'Your choice' })
  await expect(choice).toContainText('Half Past Never')
  await expect(choice).toContainText('2 × General Admission')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  const person = newPerson()
  const form = page.getByRole('form', { name: 'Sign Up' })
  await form.getByLabel('Full name').fill(person.fullName)
  await form.getByLabel('Email').fill(person.email)
  await form.getByLabel('Password', { exact: true }).fill(person.password)
  await form.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Half Past Never' })).toBeVisible()
  const panel = page.getByRole('region', { name: 'Select Tickets' })
  await expect(panel.getByRole('group', { name: 'General Admission' }).getByRole('status')).toHaveText('2')
  await expect(panel.getByRole('group', { name: 'Late Entry' }).getByRole('status')).toHaveText('1')
  await checkoutButton(page).click()
  await page.waitForURL(/\/checkout\//)
  await goAndPay(page)
  await approve(page)
})
