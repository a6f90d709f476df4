// Screens of ticket buyers: one with tickets, and one who has just signed up.
const seen = (name, route, path, more = {}) => ({ name, as: 'customer', route, path, ...more })
const empty = (name, route, path, more = {}) => ({ name, as: 'newCustomer', route, path, ...more })
const MISSING = '00000000-0000-7000-8000-000000000000'

export const customerScreens = [
  seen('home-customer', 'index', '/'),
  seen('tickets', 'customer.dashboard', '/customer/dashboard'),
  seen('orders', 'customer.dashboard', '/customer/dashboard?tab=orders'),
  seen('ticket', 'customer.tickets.$id', '/customer/dashboard', { press: ['View Details'] }),
  seen('ticket-transfer', 'customer.tickets.$id', '/customer/dashboard', {
    press: ['View Details', 'Transfer ticket'],
  }),
  seen('ticket-not-found', 'customer.tickets.$id', `/customer/tickets/${MISSING}`),
  seen('checkout-not-found', 'checkout.$orderId', `/checkout/${MISSING}`),
  seen('waitlist', 'waitlist', '/waitlist'),
  seen('customer-settings', 'customer.settings', '/customer/settings'),
  seen('customer-settings-name', 'customer.settings', '/customer/settings', { press: ['Change name'] }),
  seen('customer-settings-email', 'customer.settings', '/customer/settings', { press: ['Change email'] }),
  seen('customer-settings-phone', 'customer.settings', '/customer/settings', { press: ['Add a phone'] }),
  seen('customer-settings-delete', 'customer.settings', '/customer/settings', {
    press: ['Delete my account'],
  }),
  seen('members-only', 'dashboard_.members-only', '/dashboard/members-only?code=K7Q2XM0R'),
  empty('tickets-empty', 'customer.dashboard', '/customer/dashboard'),
  empty('orders-empty', 'customer.dashboard', '/customer/dashboard?tab=orders'),
  empty('waitlist-empty', 'waitlist', '/waitlist'),
  empty('stripe-payment-not-found', 'pay.stripe.$reference', '/pay/stripe/nothing'),
  empty('customer-settings-new', 'customer.settings', '/customer/settings'),
  {
    name: 'buying',
    as: 'newCustomer',
    route: ['checkout.$orderId', 'pay.sandbox.$reference'],
    changes: true,
    async *states({ page, open, press, call }) {
      await open('/events/{event:Cold Storage}')
      const tickets = page.getByRole('group', { name: 'General Admission', exact: true })
      await tickets.getByRole('button', { name: 'More' }).click()
      await page.getByRole('button', { name: 'Checkout' }).filter({ visible: true }).click()
      await page.waitForURL(/\/checkout\//)
      yield 'checkout'
      const checkout = new URL(page.url()).pathname
      await open('/')
      yield 'open-order'
      await open('/events/{event:Cold Storage}')
      yield 'open-order-event'
      await open(checkout)
      await press(/^Pay \$/)
      await page.waitForURL(/\/pay\/sandbox\//)
      yield 'sandbox'
      await press('Decline')
      await page.waitForURL(/\/checkout\//)
      yield 'declined'
      await press(/^(Pay \$|Try again)/)
      await page.waitForURL(/\/pay\/sandbox\//)
      await press(/^Approve after 30 seconds/)
      yield 'waiting'
      await press(/^Cancel/)
      yield 'cancelling'
      await open('/events/{event:Signal Box}')
      await page
        .getByRole('group', { name: 'Early Bird', exact: true })
        .getByRole('button', { name: 'More' })
        .click()
      await page.getByRole('button', { name: 'Checkout' }).filter({ visible: true }).click()
      await page.waitForURL(/\/checkout\//)
      await press(/^Pay \$/)
      await page.waitForURL(/\/pay\/sandbox\//)
      await press('Approve')
      await page.waitForURL(/\/checkout\//)
      yield 'paid'
      await call('GET', 'me')
    },
  },
]
