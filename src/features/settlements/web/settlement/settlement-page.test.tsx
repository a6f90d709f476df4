// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { fakeServer } from '~tests/support/fake-server'
import { renderPart } from '~tests/support/order-parts'
import type { Settlement } from '../../contract-settlement'
import {
  acceptedBy,
  createQuestion,
  createSettlement,
  createShare,
  jonas,
  juno,
  mara,
} from '../../rules/testing-settlement'
import { SettlementPage } from './settlement-page'
import { SettlementLoading, SettlementNotFound } from './settlement-states'

beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  registerLink(undefined)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

type Changes = Partial<Settlement>

/** Opens the page as the organizer, or as Mara. */
async function open(changes: Changes = {}, answers: Parameters<typeof fakeServer>[0] = {}) {
  const calls = fakeServer({ 'settlement.get': () => createSettlement(changes), ...answers })
  renderPart(
    <SettlementPage
      eventId="e1"
      ownId={changes.side === 'dj' ? mara.id : jonas.id}
      contact={({ name }) => <button type="button">Message {name}</button>}
    />,
  )
  await screen.findByRole('heading', { level: 1, name: 'Low Ceiling' })
  return calls
}

const getSheet = () => within(screen.getByRole('complementary', { name: 'Settlement' }))
const readTerms = (part: Pick<typeof screen, 'getAllByRole'>) =>
  part
    .getAllByRole('term')
    .map((term) => [
      term.textContent,
      ...[...(term.parentElement?.querySelectorAll('dd') ?? [])].map((dd) => dd.textContent),
    ])
const readSides = () =>
  getSheet()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replace(/^[A-Z]{2}/u, ''))
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const refuse = (code: string, message: string) => () => {
  throw new ORPCError(code, { defined: true, status: 409, message })
}

test('shows income, deductions and costs, without rows of zero', async () => {
  await open()
  expect(readTerms(within(screen.getByRole('region', { name: 'Income' })))).toEqual([
    ['Early Bird', '$1,400.00', '100 tickets'],
    ['General Admission', '$3,228.00', '190 tickets'],
    ['Gross', '$4,628.00', '290 tickets', '148 entries'],
  ])
  expect(readTerms(within(screen.getByRole('region', { name: 'Deductions' })))).toEqual([
    ['Refunds', '−$72.00', '4 tickets', '3 entries'],
    ['Processing fees', '−$113.36', 'Charged by the payment provider', '148 entries'],
  ])
  const costs = within(screen.getByRole('region', { name: 'Agreed costs' }))
  expect(readTerms(costs)).toEqual([
    ['Sound engineer', '−$320.00', 'Agreed in BK-2026-0417'],
    ['Venue hire', 'Agreed: −$800.00 −$740.00', 'Agreed in BK-2026-0417, corrected'],
    ['Net', '$3,382.64', 'Gross less deductions and costs'],
  ])
  expect(costs.getByText('−$800.00', { exact: false }).closest('del')).toBeTruthy()
  expect(costs.getAllByRole('link', { name: 'BK-2026-0417' })[0]?.getAttribute('href')).toBe(
    '/dashboard/bookings/b-mara',
  )
})

test('shows the split with its formulas, and proves it', async () => {
  await open()
  const split = within(screen.getByRole('region', { name: 'Split' }))
  const [maraRow, junoRow, jonasRow] = split.getAllByRole('listitem')
  expect(maraRow?.textContent).toContain('60% × $3,382.64 = $2,029.58')
  expect(maraRow?.textContent).toContain('Deposit paid−$350.00Transfer$1,679.58')
  expect(junoRow?.textContent).toContain('15% of net. 15% × $3,382.64 = $507.40.')
  expect(jonasRow?.textContent).toContain('Costs paid by Jonas$1,060.00Deposit paid to Mara$350.00')
  expect(jonasRow?.textContent).toContain('Stays in Jonas’s balance$2,255.66')
  expect(readTerms(within(screen.getByRole('region', { name: 'Proof' })))).toEqual([
    ['Sum of all 3', '$4,442.64'],
    ['Balance of the event', '$4,442.64'],
  ])
})

test('says who owes what the balance doesn’t cover', async () => {
  await open({
    shares: [createShare({ transferCents: 160_000, missingCents: 7958 })],
    organizerCents: 284_264,
  })
  const split = within(screen.getByRole('region', { name: 'Split' }))
  expect(split.getByText('Not covered, owed by Jonas').nextSibling?.textContent).toBe('−$79.58')
})

test('a figure opens its entries of all months for the organizer', async () => {
  const calls = await open({}, { 'money.entries': () => ({ entries: [], nextCursor: null }) })
  await press('Processing fees, −$113.36, show 148 entries')
  expect(await screen.findByRole('dialog', { name: 'Entries of Processing fees' })).toBeTruthy()
  await waitFor(() =>
    expect(calls).toContainEqual(['money.entries', { month: 'all', event: 'e1', kind: 'fees' }]),
  )
})

test('a running event has no actions, and the figures update each minute', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-12-11T23:42:10Z'), shouldAdvanceTime: true })
  let netCents = 338_264
  await open(
    {},
    { 'settlement.get': () => createSettlement({ state: 'running', netCents, digest: String(netCents) }) },
  )
  const sheet = getSheet()
  expect(sheet.getByText('Net so far')).toBeTruthy()
  expect(sheet.queryByRole('button')).toBeNull()
  expect(readTerms(sheet)).toEqual([
    ['Sold', '290 tickets'],
    ['Gross', '$4,628.00'],
    ['Mara gets', '$2,029.58'],
    ['Juno gets', '$507.40'],
    ['Updated', expect.stringMatching(/^00:42:1\d$/u)],
  ])
  expect(readSides()).toEqual([
    'Jonas Wirthafter the event',
    'Mara Vossafter the event',
    'Juno Okaforafter the event',
  ])
  expect(screen.getByText('The event is running.')).toBeTruthy()
  netCents = 340_000
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(await screen.findByText('Figures updated. Net is $3,400.00.')).toBeTruthy()
  expect(sheet.getByText('$3,400.00')).toBeTruthy()
})

test('accepts the figures that are shown with one press, and withdraws', async () => {
  const calls = await open(
    {},
    {
      'settlement.accept': () => createSettlement({ sides: acceptedBy(jonas) }),
      'settlement.withdraw': () => createSettlement(),
    },
  )
  expect(getSheet().getByText('Ready')).toBeTruthy()
  await press('Accept settlement')
  expect(await getSheet().findByText('Accepted by 1')).toBeTruthy()
  expect(calls).toContainEqual(['settlement.accept', { eventId: 'e1', digest: 'd1' }])
  expect(readSides()[0]).toBe('Jonas Wirthaccepted 12 Dec, 13:05')
  expect(screen.queryByRole('button', { name: 'Accept settlement' })).toBeNull()
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
  await press('Withdraw acceptance')
  expect(await screen.findByRole('button', { name: 'Accept settlement' })).toBeTruthy()
})

test('a figure that changed meanwhile is shown, and nothing is accepted', async () => {
  let changes: Changes = {}
  await open(
    {},
    {
      'settlement.get': () => createSettlement(changes),
      'settlement.accept': refuse('FIGURES_CHANGED', 'A figure has changed.'),
    },
  )
  changes = { netCents: 330_000, digest: 'd2' }
  await press('Accept settlement')
  expect((await getSheet().findByRole('alert')).textContent).toBe(
    'A figure has changed. Check the sheet and accept it again.',
  )
  expect(await getSheet().findByText('$3,300.00')).toBeTruthy()
})

test('other errors of accepting are shown', async () => {
  await open({}, { 'settlement.accept': refuse('NOT_READY', 'The event isn’t over yet.') })
  await press('Accept settlement')
  expect(await screen.findByText('The event isn’t over yet.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Accept settlement' })).toBeTruthy()
})

test('an acceptance of earlier figures says that they changed', async () => {
  await open({ sides: [{ person: jonas, acceptedAt: null, isOutdated: true }] })
  expect(readSides()).toEqual(['Jonas Wirthfigures changed, not yet'])
  expect(getSheet().getByRole('alert').textContent).toContain('A figure has changed since you accepted.')
})

test('a sheet that doesn’t balance can’t be accepted', async () => {
  await open({ balanceCents: 444_263 })
  expect(getSheet().getByRole('alert').textContent).toBe(
    'The sheet doesn’t balance. Our team has been notified.',
  )
  expect(screen.queryByRole('button', { name: 'Accept settlement' })).toBeNull()
})

test('a DJ sees the amount they receive, and plain figures', async () => {
  await open({ side: 'dj', sides: acceptedBy(jonas, juno) })
  const sheet = getSheet()
  expect(sheet.getByText('You receive')).toBeTruthy()
  expect(sheet.getAllByText('$1,679.58')).toHaveLength(1)
  expect(readTerms(sheet)).toEqual([
    ['60% of net', '$2,029.58'],
    ['Deposit paid', '−$350.00'],
  ])
  expect(screen.queryByRole('button', { name: /show \d+ entries/u })).toBeNull()
  expect(screen.getByRole('button', { name: 'Message Jonas Wirth' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Bookings' })).toBeTruthy()
})

test('questions a figure, and keeps the text when the call fails', async () => {
  const question = vi.fn((_input: never): Settlement => {
    throw new TypeError('offline')
  })
  const calls = await open({ side: 'dj' }, { 'settlement.question': question })
  await press('Question a figure')
  const dialog = within(await screen.findByRole('dialog', { name: 'Question a figure' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Question figure' }))
  expect(dialog.getByText('Choose a figure.')).toBeTruthy()
  expect(dialog.getByText('Enter a reason.')).toBeTruthy()
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Figure' }), 'Sound engineer, $320.00')
  await userEvent.type(dialog.getByRole('textbox', { name: /^Amount you expect/u }), '280')
  const reason = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' })
  await userEvent.type(reason, 'We agreed $280.00.')
  expect(dialog.getByText('Jonas, Mara and Juno see this. No one is paid until it’s resolved.')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Question figure' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('We couldn’t reach the server.')
  expect(reason.value).toBe('We agreed $280.00.')
  question.mockImplementation(() =>
    createSettlement({ side: 'dj', state: 'questioned', questions: [createQuestion()] }),
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Question figure' }))
  expect(await screen.findByRole('button', { name: 'Withdraw question' })).toBeTruthy()
  expect(calls).toContainEqual([
    'settlement.question',
    { eventId: 'e1', figure: 'cost:b-mara:0', expectedCents: 28_000, reason: 'We agreed $280.00.' },
  ])
})

test('the organizer corrects a questioned cost', async () => {
  const calls = await open(
    { state: 'questioned', questions: [createQuestion()] },
    { 'settlement.resolve': () => createSettlement() },
  )
  expect(screen.getByText('Mara Voss questions 1 figure.')).toBeTruthy()
  const costs = within(screen.getByRole('region', { name: 'Agreed costs' }))
  expect(costs.getByText('Mara Voss questions this figure').parentElement?.textContent).toBe(
    'Mara Voss questions this figure, Sun 13 Dec, 12:10: “We agreed $280.00.”',
  )
  expect(getSheet().getByText('On hold')).toBeTruthy()
  expect(getSheet().getByText('A correction changes every share. All 3 accept again.')).toBeTruthy()
  await press('Correct to $280.00')
  expect(await screen.findByRole('button', { name: 'Accept settlement' })).toBeTruthy()
  expect(calls).toContainEqual([
    'settlement.resolve',
    { eventId: 'e1', questionId: 'q1', resolution: 'corrected' },
  ])
})

test('the organizer confirms a figure with a message that all sides see', async () => {
  const confirmed = createQuestion({ resolution: 'confirmed', reply: 'The cable is included.' })
  const calls = await open(
    { state: 'questioned', questions: [createQuestion({ expectedCents: null })] },
    { 'settlement.resolve': () => createSettlement({ questions: [confirmed] }) },
  )
  expect(screen.queryByRole('button', { name: /^Correct/u })).toBeNull()
  await press('Confirm $320.00')
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm $320.00' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm $320.00' }))
  expect(dialog.getByText('Enter a message.')).toBeTruthy()
  await userEvent.type(dialog.getByRole('textbox', { name: 'Message' }), 'The cable is included.')
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm $320.00' }))
  expect((await screen.findByText('Jonas Wirth confirmed this figure')).parentElement?.textContent).toBe(
    'Jonas Wirth confirmed this figure: “The cable is included.”',
  )
  expect(calls).toContainEqual([
    'settlement.resolve',
    { eventId: 'e1', questionId: 'q1', resolution: 'confirmed', reply: 'The cable is included.' },
  ])
})

test('the person who questioned a figure withdraws the question', async () => {
  const calls = await open(
    { side: 'dj', state: 'questioned', questions: [createQuestion()] },
    { 'settlement.resolve': refuse('QUESTION_CLOSED', 'This question has been answered.') },
  )
  expect(screen.queryByRole('button', { name: /^(?:Correct|Confirm)/u })).toBeNull()
  await press('Withdraw question')
  expect(await screen.findByText('This question has been answered.')).toBeTruthy()
  expect(calls).toContainEqual([
    'settlement.resolve',
    { eventId: 'e1', questionId: 'q1', resolution: 'withdrawn' },
  ])
})

const transfers: Settlement['transfers'] = [
  { id: 't1', person: mara, cents: 167_958, isSent: true, at: '2026-12-13T17:20:00.000Z', isReversal: false },
  {
    id: 't2',
    person: jonas,
    cents: 225_566,
    isSent: false,
    at: '2026-12-13T17:20:00.000Z',
    isReversal: false,
  },
]

test('shows the transfers while they are being sent', async () => {
  await open({ state: 'accepted', sides: acceptedBy(jonas, mara, juno), transfers })
  expect(readTerms(getSheet())).toEqual([
    ['To Mara Voss', '$1,679.58, 13 Dec'],
    ['To you', '$2,255.66'],
    ['Transfers', 'being sent'],
  ])
  expect(getSheet().getByRole('status').textContent).toContain('The sheet is final.')
  expect(getSheet().queryByRole('button')).toBeNull()
})

test('shows when a settlement was paid', async () => {
  await open({ state: 'paid', sides: acceptedBy(jonas, mara), transfers: transfers.slice(0, 1) })
  expect(getSheet().getByText('Paid out')).toBeTruthy()
  expect(readSides()).toEqual([
    'Jonas Wirth12 Dec, 13:05',
    'Mara Voss12 Dec, 13:05',
    'Juno Okafordidn’t accept',
  ])
  expect(getSheet().getByRole('link', { name: 'Statement' }).getAttribute('href')).toBe(
    '/dashboard/money?event=e1',
  )
})

test('names the states without a settlement', async () => {
  const { unmount } = renderPart(<SettlementNotFound />)
  expect(await screen.findByRole('heading', { level: 1, name: 'Settlement not found' })).toBeTruthy()
  unmount()
  renderPart(<SettlementLoading />)
  expect(await screen.findByLabelText('Loading settlement')).toBeTruthy()
})
