// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import { fakeServer, renderPart } from '~tests/support/render-order-parts'
import type { SaveReport } from './save-report'
import { createBoard, EVENT, createFourTypes } from './testing-board'
import { getValue, getFieldText } from './testing-fields'
import { TicketsSection } from './tickets-section'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  cleanup()
  registerLink(undefined)
  sessionStorage.clear()
})

const organizer = ['edit', 'publish', 'money']
async function show(
  handlers: Parameters<typeof fakeServer>[0] = {},
  { acts = organizer, turnsOff = false }: { acts?: string[]; turnsOff?: boolean } = {},
) {
  const server = fakeServer({ 'types.list': () => createBoard(), ...handlers })
  const reports: SaveReport['state'][] = []
  function Page() {
    const [isOff, setIsOff] = useState(false)
    return (
      <>
        <TicketsSection
          eventId={EVENT}
          acts={acts}
          {...{ timezone: 'Europe/London', currency: 'USD' }}
          startsAt="2030-12-05T23:00:00Z"
          eventEnd="2030-12-06T05:00:00Z"
          capacity={600}
          isFixed={isOff}
          onSaving={({ state }) => reports.at(-1) === state || reports.push(state)}
        />
        {turnsOff && <button onClick={() => setIsOff(true)}>Cancel event</button>}
      </>
    )
  }
  renderPart(<Page />)
  await screen.findByRole('heading', { name: 'Tickets' })
  const getRow = (name: string) => within(screen.getByRole('group', { name }))
  const listInputs = (call: string) =>
    server.asked.filter(([name]) => name === call).map(([, input]) => input)
  return { getRow, listInputs, reports, user: userEvent.setup() }
}
const ids = createFourTypes().map(({ id }) => id)

describe('display', () => {
  test('shows the rows with window, sold tickets and code, and warns above the capacity', async () => {
    const { getRow } = await show()
    expect(
      getRow('Early Bird').getByRole('button', { name: 'Sale window of Early Bird: Ended Sun 1 Nov' }),
    ).toBeTruthy()
    expect(getRow('Early Bird').getByText('Sold out')).toBeTruthy()
    expect(getValue(getRow('General Admission').getByLabelText('Price in USD'))).toBe('$16.00')
    expect(getFieldText(getRow('General Admission').getByLabelText('Stock'))).toContain(
      '258 sold or held, so not fewer than 258',
    )
    const crew = getRow('Crew Table')
    expect(crew.getByText(/Unlocked by code/)?.textContent).toContain('Unlocked by code CREW88')
    expect(crew.getByRole('button', { name: /: Hidden$/ })).toBeTruthy()
    expect(screen.getByText('606 tickets for 600 people.').parentElement?.textContent).toContain(
      'You can sell them, but six might wait outside.',
    )
  })

  test('lets a manager read prices, but not add or remove types', async () => {
    const { getRow, user } = await show({}, { acts: ['edit'] })
    expect(getRow('Late Entry').getByLabelText('Price in USD')).toHaveProperty('readOnly', true)
    expect(getRow('Late Entry').getByLabelText('Stock')).toHaveProperty('readOnly', false)
    expect(screen.queryByRole('button', { name: 'Add a ticket type' })).toBeNull()
    await user.click(getRow('Late Entry').getByRole('button', { name: 'More for Late Entry' }))
    expect(await screen.findByRole('menuitem', { name: 'Move up' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'Remove' })).toBeNull()
  })

  test('shows an empty state', async () => {
    await show({ 'types.list': () => createBoard([]) })
    expect(screen.getByText(/Nothing is on sale yet/)).toBeTruthy()
  })
})

test('shows the tickets of a cancelled event unchanged, without half-finished input', async () => {
  const { getRow, listInputs, reports, user } = await show({}, { turnsOff: true })
  const stock = getRow('General Admission').getByLabelText('Stock')
  await user.clear(stock)
  await user.type(stock, '1')
  await user.click(screen.getByRole('button', { name: 'Add a ticket type' }))
  await user.type(
    within(screen.getByRole('group', { name: 'New ticket type' })).getByLabelText('Name'),
    'Half',
  )
  expect(reports.at(-1)).toBe('refused')
  await user.click(screen.getByRole('button', { name: 'Cancel event' }))
  await waitFor(() => expect(reports.at(-1)).toBe('saved'))
  expect(getValue(getRow('General Admission').getByLabelText('Stock'))).toBe('400')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('group', { name: 'New ticket type' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add a ticket type' })).toBeNull()
  expect(screen.queryByText(/for 600 people/)).toBeNull()
  const ways = screen.getAllByRole('button').filter((button) => button.textContent !== 'Cancel event')
  for (const way of [...ways, ...screen.getAllByRole('textbox')]) expect(way.matches(':disabled')).toBe(true)
  expect(listInputs('types.save')).toEqual([])
})

test('leaves a refused stock out of the sum', async () => {
  const { getRow, user } = await show()
  const stock = getRow('General Admission').getByLabelText('Stock')
  await user.clear(stock)
  await user.type(stock, '257')
  expect(getRow('General Admission').getByRole('alert')).toBeTruthy()
  expect(screen.getByText('606 tickets for 600 people.')).toBeTruthy()
})

describe('saving while typing', () => {
  test('normalizes a price when the field loses focus', async () => {
    const { getRow, listInputs, reports, user } = await show({ 'types.save': () => createBoard() })
    const price = getRow('Late Entry').getByLabelText('Price in USD')
    // In one step: a pause while typing would save the part typed so far.
    act(() => price.focus())
    fireEvent.change(price, { target: { value: '18.5' } })
    expect(getValue(price)).toBe('18.5')
    await user.tab()
    const save = { id: ids[2], changes: { priceCents: 1850 } }
    await waitFor(() => expect(listInputs('types.save')).toEqual([save]))
    await waitFor(() => expect(reports.at(-1)).toBe('saved'))
  })

  test('refuses a stock below the sold tickets without a request, and shows the minimum', async () => {
    const { getRow, listInputs, reports, user } = await show()
    const stock = getRow('General Admission').getByLabelText('Stock')
    await user.clear(stock)
    await user.type(stock, '257')
    await user.tab()
    expect(getRow('General Admission').getByRole('alert')?.textContent).toContain(
      'At least 258: that many are sold or held.',
    )
    expect(stock.getAttribute('aria-invalid')).toBe('true')
    expect(getValue(stock)).toBe('257')
    expect(getRow('General Admission').queryByText('Sold out')).toBeNull()
    expect(listInputs('types.save')).toEqual([])
    expect(reports.at(-1)).toBe('refused')
  })

  test('shows the server’s error in the row when the new stock is below the tickets sold', async () => {
    const { getRow, user } = await show({
      'types.save': () => {
        throw new ORPCError('INVALID', {
          status: 422,
          data: { fields: [{ path: 'stock', message: 'At least 301: that many are sold or held.' }] },
        })
      },
    })
    const stock = getRow('General Admission').getByLabelText('Stock')
    await user.clear(stock)
    await user.type(stock, '300{Enter}')
    expect(
      await getRow('General Admission').findByText('At least 301: that many are sold or held.'),
    ).toBeTruthy()
  })

  test('warns about the sum while typing', async () => {
    // The partial input of a slow typist is saved during the pauses.
    const { getRow, listInputs, user } = await show({
      'types.save': (input) => {
        const { id, changes } = input as { id: string; changes: object }
        return createBoard(createFourTypes().map((type) => (type.id === id ? { ...type, ...changes } : type)))
      },
    })
    const stock = getRow('Late Entry').getByLabelText('Stock')
    await user.clear(stock)
    await user.type(stock, '94')
    expect(screen.queryByText(/people\.$/)).toBeNull()
    // Otherwise it is saved when the page closes, after the server has stopped.
    await user.tab()
    const save = { id: ids[2], changes: { stock: 94 } }
    await waitFor(() => expect(listInputs('types.save').at(-1)).toEqual(save))
  })
})

describe('order of types', () => {
  test('the order changes with arrow keys on the grip and with the menu', async () => {
    const reversed = createBoard(createFourTypes().toReversed())
    const { getRow, listInputs, user } = await show({ 'types.move': () => reversed })
    getRow('Early Bird').getByRole('button', { name: 'Move Early Bird' }).focus()
    await user.keyboard('{ArrowDown}')
    expect(await screen.findByText('Early Bird, 2 of 4')).toBeTruthy()
    expect(listInputs('types.move')).toEqual([{ id: ids[0], to: 1 }])
    await waitFor(() =>
      expect(screen.getAllByRole('group')[0]?.getAttribute('aria-label')).toBe('Crew Table'),
    )
    await user.keyboard('{ArrowDown}')
    expect(listInputs('types.move')).toHaveLength(1)
  })
})

describe('other actions', () => {
  const choose = async (user: ReturnType<typeof userEvent.setup>, name: string, item: string) => {
    await user.click(screen.getByRole('button', { name: `More for ${name}` }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
  }

  test('removes a type and restores it with its id and position', async () => {
    const three = createFourTypes().filter(({ name }) => name !== 'Late Entry')
    const { listInputs, user } = await show({
      'types.remove': () => createBoard(three),
      'types.add': () => createBoard(),
    })
    await choose(user, 'Late Entry', 'Remove')
    await screen.findByText('Late Entry is removed.')
    expect(screen.queryByRole('group', { name: 'Late Entry' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('group', { name: 'Late Entry' })).toBeTruthy()
    expect(listInputs('types.add')).toMatchObject([{ typeId: ids[2], at: 2, name: 'Late Entry', stock: 100 }])
  })

  test('cannot remove a type that was ordered', async () => {
    const { user } = await show()
    await user.click(screen.getByRole('button', { name: 'More for General Admission' }))
    const item = await screen.findByRole('menuitem', { name: 'Already ordered, so it can’t be removed' })
    expect(item.getAttribute('aria-disabled')).toBe('true')
  })

  test('hides a type behind an unused code', async () => {
    const save = vi
      .fn()
      .mockImplementationOnce(() => {
        throw new ORPCError('INVALID', {
          status: 422,
          data: {
            fields: [
              { path: 'accessCode', message: 'CREW88 already unlocks Crew Table. Choose another code.' },
            ],
          },
        })
      })
      .mockImplementation(() => createBoard())
    const { listInputs, user } = await show({ 'types.save': save })
    await choose(user, 'Late Entry', 'Hide behind a code')
    const dialog = within(await screen.findByRole('dialog', { name: 'Hide Late Entry' }))
    const code = dialog.getByLabelText('Code')
    await user.type(code, 'ab{Enter}')
    expect(getFieldText(code)).toMatch(/A code has 3 to 24 letters, digits and dashes/)
    await user.clear(code)
    await user.type(code, 'crew88{Enter}')
    await waitFor(() => expect(getFieldText(code)).toMatch(/already unlocks Crew Table/))
    await user.clear(code)
    await user.type(code, 'late-crew{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(listInputs('types.save').at(-1)).toEqual({ id: ids[2], changes: { accessCode: 'LATE-CREW' } })
  })

  test('shows sale windows in the event’s zone', async () => {
    const { listInputs, user } = await show({ 'types.save': () => createBoard() })
    await user.click(screen.getByRole('button', { name: /^Sale window of Late Entry/ }))
    const until = await screen.findByLabelText('Until')
    await user.type(until, '2030-12-04')
    await user.tab()
    await waitFor(() =>
      expect(listInputs('types.save').at(-1)).toEqual({
        id: ids[2],
        changes: { saleEndsAt: '2030-12-04T23:00:00.000Z' },
      }),
    )
  })
})

describe('new type', () => {
  test('a new type is added only when complete; its draft survives closing the form and a reload', async () => {
    const { listInputs, user } = await show()
    await user.click(screen.getByRole('button', { name: 'Add a ticket type' }))
    const form = within(screen.getByRole('group', { name: 'New ticket type' }))
    await user.type(form.getByLabelText('Name'), 'Balcony{Enter}')
    expect(getFieldText(form.getByLabelText('Price'))).toContain('Enter a price such as 16')
    expect(listInputs('types.add')).toEqual([])
    await user.click(form.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Add a ticket type' }))
    const again = within(screen.getByRole('group', { name: 'New ticket type' }))
    expect(getValue(again.getByLabelText('Name'))).toBe('Balcony')
    cleanup()
    const reloaded = await show({ 'types.add': () => createBoard() })
    const reloadedForm = within(await screen.findByRole('group', { name: 'New ticket type' }))
    expect(getValue(reloadedForm.getByLabelText('Name'))).toBe('Balcony')
    expect(document.activeElement).toBe(document.body)
    await user.type(reloadedForm.getByLabelText('Price'), '25')
    await user.type(reloadedForm.getByLabelText('Stock'), '40{Enter}')
    await waitFor(() => expect(screen.queryByRole('group', { name: 'New ticket type' })).toBeNull())
    const added = { eventId: EVENT, name: 'Balcony', priceCents: 2500, stock: 40 }
    expect(reloaded.listInputs('types.add')).toMatchObject([added])
  })
})
