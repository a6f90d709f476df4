// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ThemeProvider } from '~/design/theme-context'
import { notify } from '~/design/toast'
import { Toaster } from '~/design/toaster'
import { registerLink } from '~/platform/rpc/link'
import { type Answers, fakeServer } from '~tests/support/fake-server'
import { refusal } from '~tests/support/refusal'
import type { Delivery, Endpoint } from '../contract'
import { WEBHOOK_KINDS } from '../rules/webhook-kind'
import { WebhooksSection } from './webhooks-section'

const URL_TEXT = 'https://hooks.example/b2b'
const SECRET = `whsec_${'x'.repeat(32)}`
const working: Endpoint = {
  id: 'w1',
  url: URL_TEXT,
  kinds: ['order.confirmed', 'event.cancelled'],
  createdAt: '2026-11-21T12:00:00.000Z',
  failingSince: null,
  disabledAt: null,
  disabledReason: null,
}
const failed: Delivery = {
  id: 'd1',
  kind: 'order.confirmed',
  state: 'failed',
  createdAt: '2026-11-21T12:00:00.000Z',
  attempts: 8,
  lastAttemptAt: '2026-11-22T21:00:00.000Z',
  nextAttemptAt: null,
  lastStatus: 500,
  lastProblem: 'status',
}

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  notify.dismiss()
  cleanup()
  registerLink(undefined)
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

function show(responses: Answers) {
  const calls = fakeServer({ list: () => ({ endpoints: [working] }), ...responses })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ThemeProvider initial="dark">
        <Suspense>
          <WebhooksSection
            withReauthentication={(run) => run()}
            isReauthenticationCancelled={() => false}
            isReauthenticating={false}
          />
        </Suspense>
        <Toaster />
      </ThemeProvider>
    </QueryClientProvider>,
  )
  return (name: string) => calls.filter(([call]) => call === name).map(([, input]) => input)
}
const clickButton = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
async function chooseAction(name: string) {
  await clickButton(`More for ${URL_TEXT}`)
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}
const findDialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('without webhooks, the section says what will appear there', async () => {
  show({ list: () => ({ endpoints: [] }) })
  await screen.findByText(/^Your webhooks appear here/)
})

test('adds a webhook and shows its secret once', async () => {
  const list = show({ create: () => ({ endpoint: working, secret: SECRET }) })
  await clickButton('Add webhook')
  const form = await findDialog('Add webhook')
  const address = form.getByRole('textbox', { name: 'Address' })
  await waitFor(() => expect(document.activeElement).toBe(address))
  await userEvent.type(address, URL_TEXT)
  expect(form.getAllByRole('checkbox')).toHaveLength(WEBHOOK_KINDS.length)
  await userEvent.click(form.getByRole('checkbox', { name: 'A booking changes' }))
  await userEvent.click(form.getByRole('button', { name: 'Add webhook' }))
  const shown = await findDialog('Copy the secret')
  shown.getByText(SECRET)
  expect(list('create')).toEqual([
    { url: URL_TEXT, kinds: WEBHOOK_KINDS.filter((kind) => kind !== 'booking.changed') },
  ])
  await userEvent.click(shown.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(document.body.textContent).not.toContain(SECRET))
})

test('changes the messages of a webhook, and requires at least one', async () => {
  const list = show({ update: () => ({ endpoint: working }) })
  await chooseAction('Choose messages')
  const form = await findDialog('Choose messages')
  await userEvent.click(form.getByRole('checkbox', { name: 'Tickets are bought' }))
  await userEvent.click(form.getByRole('checkbox', { name: 'An event is canceled' }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  form.getByText('Choose at least one message.')
  await userEvent.click(form.getByRole('checkbox', { name: 'Tickets are refunded' }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(list('update')).toEqual([{ id: 'w1', kinds: ['order.refunded'] }])
})

test.each([
  ['also signs with the old secret', false],
  ['stops using an old secret that leaked', true],
])('creates a new secret and %s', async (_use, isLeaked) => {
  const list = show({ rotateSecret: () => ({ secret: SECRET }) })
  await chooseAction('Create new secret')
  const form = await findDialog('Create a new secret?')
  if (isLeaked) await userEvent.click(form.getByRole('checkbox', { name: /stop using it now/ }))
  await userEvent.click(form.getByRole('button', { name: 'Create secret' }))
  const shown = await findDialog('Copy the secret')
  shown.getByText(SECRET)
  expect(list('rotateSecret')).toEqual([{ id: 'w1', isLeaked }])
})

test('lists the messages of a webhook with their results, and sends a message again', async () => {
  const list = show({
    deliveries: () => ({ deliveries: [failed], nextCursor: null }),
    replay: () => ({}),
    test: () => ({ deliveryId: 'd2' }),
  })
  await chooseAction('Send test')
  await screen.findByText(/^Test message queued/)
  await clickButton(`Show messages: ${URL_TEXT}`)
  const log = await findDialog('Messages')
  await log.findByText(/HTTP 500\. The receiver responded with an error\./)
  await userEvent.click(log.getByRole('button', { name: 'Send again: order.confirmed' }))
  await waitFor(() => expect(list('replay')).toEqual([{ id: 'w1', deliveryId: 'd1' }]))
})

test('shows when a failed message is retried, and sends it immediately', async () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  const retried: Delivery = {
    ...failed,
    state: 'waiting',
    attempts: 2,
    lastAttemptAt: '2026-11-21T14:19:00.000Z',
    nextAttemptAt: '2026-11-21T14:24:00.000Z',
  }
  const late: Delivery = { ...retried, id: 'd2', attempts: 7, nextAttemptAt: '2026-11-22T14:20:00.000Z' }
  const queued: Delivery = {
    ...retried,
    id: 'd3',
    attempts: 0,
    lastAttemptAt: null,
    lastStatus: null,
    lastProblem: null,
  }
  const list = show({
    deliveries: () => ({ deliveries: [retried, late, queued], nextCursor: null }),
    replay: () => ({}),
  })
  await clickButton(`Show messages: ${URL_TEXT}`)
  const log = await findDialog('Messages')
  await log.findByText(/Attempt 2 of 8, next at 15:24/)
  log.getByText(/Attempt 7 of 8, next on Sun 22 Nov, 15:20/)
  const waiting = within(log.getByText('Waiting to be sent').closest('li') as HTMLElement)
  expect(waiting.queryByRole('button')).toBeNull()
  const [first] = log.getAllByRole('button', { name: 'Send again: order.confirmed' })
  await userEvent.click(first as HTMLElement)
  await screen.findByText('Message queued again: order.confirmed')
  expect(list('replay')).toEqual([{ id: 'w1', deliveryId: 'd1' }])
})

test('an error disappears after the webhook is turned on and a message is sent again', async () => {
  let isOff = true
  const list = show({
    list: () => ({
      endpoints: [
        isOff ? { ...working, disabledAt: working.createdAt, disabledReason: 'owner' as const } : working,
      ],
    }),
    deliveries: () => ({ deliveries: [failed], nextCursor: null }),
    update: () => {
      isOff = false
      return { endpoint: working }
    },
    replay: () => {
      if (isOff) throw refusal('WEBHOOK_OFF', 'This webhook is off. Turn it on first.')
      return {}
    },
  })
  const sendAgain = async () => {
    await clickButton(`Show messages: ${URL_TEXT}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Send again: order.confirmed' }))
  }
  await sendAgain()
  await screen.findByText('This webhook is off. Turn it on first.')
  await userEvent.keyboard('{Escape}')
  await chooseAction('Turn on')
  await screen.findByText('Webhook turned on: hooks.example')
  await waitFor(() => expect(screen.queryByText('This webhook is off. Turn it on first.')).toBeNull())
  await sendAgain()
  await screen.findByText('Message queued again: order.confirmed')
  expect(list('update')).toEqual([{ id: 'w1', isOn: true }])
})

test('turns a webhook off and confirms it', async () => {
  const list = show({ update: () => ({ endpoint: working }) })
  await chooseAction('Turn off')
  await screen.findByText('Webhook turned off: hooks.example')
  expect(list('update')).toEqual([{ id: 'w1', isOn: false }])
})

test('confirms that a webhook was removed, and focuses the button that adds one', async () => {
  let endpoints = [working]
  show({
    list: () => ({ endpoints }),
    remove: () => {
      endpoints = []
      return {}
    },
  })
  await chooseAction('Remove webhook')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove this webhook?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Remove webhook' }))
  await screen.findByText('Webhook removed: hooks.example')
  const adder = await screen.findByRole('button', { name: 'Add webhook' })
  await waitFor(() => expect(document.activeElement).toBe(adder))
})

test('removes a webhook only after a confirmation, and shows why a removal failed', async () => {
  const list = show({
    remove: () => {
      throw refusal('NOT_FOUND', 'Webhook not found.')
    },
  })
  await chooseAction('Remove webhook')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove this webhook?' }))
  expect(list('remove')).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Remove webhook' }))
  await screen.findByText('Webhook not found.')
  expect(list('remove')).toEqual([{ id: 'w1' }])
})

test.each([
  [
    'failed for 5 days',
    { disabledAt: working.createdAt, disabledReason: 'failing' as const },
    /off: failed for 5 days/,
  ],
  [
    'responded with 410',
    { disabledAt: working.createdAt, disabledReason: 'gone' as const },
    /off: the receiver responded with 410/,
  ],
])('shows why a webhook that %s is off, and turns it on', async (_reason, state, badge) => {
  const list = show({
    list: () => ({ endpoints: [{ ...working, ...state }] }),
    update: () => ({ endpoint: working }),
  })
  await screen.findByText(badge)
  await chooseAction('Turn on')
  await waitFor(() => expect(list('update')).toEqual([{ id: 'w1', isOn: true }]))
})
