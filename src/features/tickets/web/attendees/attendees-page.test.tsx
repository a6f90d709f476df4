// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fillField } from '~tests/support/fill-field'
import { notify } from '~/design/toast'
import { registerLink } from '~/platform/rpc/link'
import {
  createAttendee,
  EVENT,
  createGuest,
  createMessage,
  createOverview,
  createPage,
} from './testing-attendees'
import { show } from './testing-attendees-screen'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  notify.dismiss()
  cleanup()
  registerLink(undefined)
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

describe('attendees', () => {
  test('shows holders, their tickets and check-in times in the event’s zone', async () => {
    show({
      'attendees.list': () =>
        createPage([
          createAttendee({ checkedInAt: '2026-12-06T00:40:00.000Z' }),
          createAttendee({ id: 'b', name: 'Juno Okafor', boughtBy: 'Ilse Brandt', isComp: true }),
          createAttendee({ id: 'c', name: 'Ada Back', status: 'refunded' }),
        ]),
    })
    const [, ...rows] = await screen.findAllByRole('row')
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent)
          .slice(0, 3),
      ),
    ).toEqual([
      ['Ilse Brandtilse@mail.example', 'General Admission TK-704B-43025', 'Checked in at 00:40'],
      [
        'Juno Okaforilse@mail.exampletransferred by Ilse Brandt',
        'General Admission CompTK-704B-43025',
        'Not checked in',
      ],
      ['Ada Backilse@mail.example', 'General Admission TK-704B-43025', 'Refunded'],
    ])
    expect(screen.getByRole('button', { name: 'Not checked in 1,280' }).getAttribute('aria-pressed')).toBe(
      'false',
    )
    expect(screen.getByText('1–3 of 1,284')).toBeTruthy()
  })

  test('searching and filtering start at the first page, and the results can be exported', async () => {
    const { onSearch, sent, user } = show({}, { after: 'page2' })
    await user.type(await screen.findByRole('searchbox', { name: 'Search attendees' }), 'ilse')
    await waitFor(() =>
      expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining({ q: 'ilse', after: undefined })),
    )
    await user.click(screen.getByRole('button', { name: 'Comp 2' }))
    await waitFor(() =>
      expect(sent('attendees.list')).toContainEqual({ eventId: EVENT, q: 'ilse', filter: 'comp' }),
    )
    expect(screen.getByRole('link', { name: /^Export/ }).getAttribute('href')).toBe(
      `/api/v1/me/events/${EVENT}/attendees.csv?q=ilse&filter=comp`,
    )
  })

  test('offers refunds only of refundable tickets, and only to callers who manage money', async () => {
    const { user } = show({})
    await user.click(await screen.findByRole('button', { name: 'Actions for Ilse Brandt' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Refund…' }))
    expect(screen.getByText(/^refund 01a1fbc7.*b1 01a1fbc7.*a1$/)).toBeTruthy()
    cleanup()
    const manager = show({ 'attendees.overview': () => createOverview({ canRefund: false }) })
    await manager.user.click(await screen.findByRole('button', { name: 'Actions for Ilse Brandt' }))
    expect(await screen.findByRole('menuitem', { name: 'Copy email' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'Refund…' })).toBeNull()
  })

  test('shows empty lists, empty results and failed requests', async () => {
    show({ 'attendees.list': () => createPage([]) })
    expect(await screen.findByText('No attendees yet')).toBeTruthy()
    cleanup()
    const found = show({ 'attendees.list': () => createPage([]) }, { q: 'x' })
    await found.user.click(await screen.findByRole('button', { name: 'Show everyone' }))
    expect(found.onSearch).toHaveBeenLastCalledWith({})
    cleanup()
    let isDown = true
    const { user } = show({
      'attendees.list': () => {
        if (isDown) throw new TypeError('gone')
        return createPage([createAttendee()])
      },
    })
    expect(await screen.findByText('Failed to load attendees')).toBeTruthy()
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Ilse Brandt')).toBeTruthy()
  })
})

describe('guest list', () => {
  test('Enter adds a guest once, and clears the field for the next name', async () => {
    const { sent, user } = show({ 'guests.add': () => ({ id: 'x' }) }, { tab: 'guests' })
    const form = await screen.findByRole('form', { name: 'Add a guest' })
    await fillField(within(form).getByLabelText('Name'), 'Temi Adeyemi')
    await user.type(within(form).getByLabelText('Plus'), '99')
    await user.type(within(form).getByLabelText('Guest of'), 'the house{Enter}')
    expect(within(form).getByText('At most 20.')).toBeTruthy()
    await user.clear(within(form).getByLabelText('Plus'))
    await user.type(within(form).getByLabelText('Plus'), '+1{Enter}')
    await waitFor(() =>
      expect(sent('guests.add')).toEqual([
        { eventId: EVENT, id: expect.any(String), name: 'Temi Adeyemi', plusOnes: 1, guestOf: 'the house' },
      ]),
    )
    await waitFor(() => expect(within(form).getByLabelText('Name')).toHaveProperty('value', ''))
    expect(within(form).getByLabelText('Guest of')).toHaveProperty('value', 'the house')
  })

  test('previews how a pasted list is parsed, then adds the new names', async () => {
    const { sent, user } = show({ 'guests.addMany': () => ({ added: 1 }) }, { tab: 'guests' })
    await user.click(await screen.findByRole('button', { name: 'Paste a list' }))
    const dialog = screen.getByRole('dialog', { name: 'Paste a list' })
    await fillField(
      within(dialog).getByLabelText('Names'),
      'Ilse Brandt +2, Juno Okafor\n\nBo +99\nTemi +1, Juno Okafor',
    )
    const lines = within(within(dialog).getByRole('region', { name: 'Preview' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(lines).toEqual([
      'Ilse Brandt +2, Juno OkaforAlready on the list',
      'Bo +99At most 20 plus-ones',
      'Temi +1guest of Juno Okafor',
    ])
    await user.click(within(dialog).getByRole('button', { name: 'Add 1 name' }))
    await waitFor(() =>
      expect(sent('guests.addMany')).toMatchObject([
        {
          guests: [{ name: 'Temi', plusOnes: 1, guestOf: 'Juno Okafor' }],
        },
      ]),
    )
    expect(await screen.findByText('1 name on the list.')).toBeTruthy()
  })

  test('exports the guest list, and prints it with every name', async () => {
    const guests = Array.from({ length: 203 }, (_, n) => createGuest({ id: `g${n}`, name: `Guest ${n}` }))
    const { user } = show({ 'guests.list': () => ({ guests }) }, { tab: 'guests' })
    // Found by text, because role queries over hundreds of rows take seconds.
    const link = await screen.findByText('Export')
    expect(link.getAttribute('href')).toBe(`/api/v1/me/events/${EVENT}/guests.csv`)
    expect(screen.queryByText('Guest 202')).toBeNull()
    const printed = vi.spyOn(window, 'print').mockImplementation(() => {
      expect(screen.getByText('Guest 202')).toBeTruthy()
    })
    await user.click(screen.getByText('Print'))
    expect(printed).toHaveBeenCalledOnce()
    printed.mockRestore()
  })

  test('removes guests and restores them, except those who have checked in', async () => {
    const inside = createGuest({
      id: 'in',
      name: 'Bo Lindqvist',
      plusOnes: 1,
      arrived: 1,
      arrivedAt: '2026-12-06T00:00:00Z',
    })
    const { sent, user } = show(
      {
        'guests.list': () => ({ guests: [inside, createGuest()] }),
        'guests.remove': () => ({ id: 'x' }),
        'guests.add': () => ({ id: 'x' }),
      },
      { tab: 'guests' },
    )
    expect(await screen.findByText('2 names, 5 people, 1 checked in')).toBeTruthy()
    expect(screen.getByText('1 of 2 checked in')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Actions for Bo Lindqvist' }))
    expect(
      (await screen.findByRole('menuitem', { name: 'Remove from list' })).getAttribute('aria-disabled'),
    ).toBe('true')
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Actions for Ilse Brandt' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove from list' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(sent('guests.add')).toHaveLength(1))
    expect(sent('guests.add')[0]).toMatchObject({ id: createGuest().id, name: 'Ilse Brandt', plusOnes: 2 })
  })
})

describe('messages', () => {
  test('shows how many people a message reaches, asks for confirmation, and sends it once', async () => {
    const { sent, user } = show({ 'messages.send': () => createMessage() }, { tab: 'messages' })
    expect(await screen.findByText('109 people, one email for each address.')).toBeTruthy()
    expect(await screen.findByText('3 of 3 left today')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Send…' }))
    expect(screen.getByText('Enter a subject.')).toBeTruthy()
    await user.type(screen.getByLabelText('Subject'), 'Doors')
    await user.type(screen.getByLabelText('Message'), 'At ten.')
    await user.click(screen.getByRole('button', { name: 'Send…' }))
    const sure = await screen.findByRole('alertdialog', { name: 'Send to 109 people?' })
    expect(sent('messages.send')).toEqual([])
    await user.click(within(sure).getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('Sending to 109 people.')).toBeTruthy()
    expect(sent('messages.send')).toEqual([
      { eventId: EVENT, subject: 'Doors', body: 'At ten.', clientKey: expect.any(String) },
    ])
    expect(screen.getByLabelText('Subject')).toHaveProperty('value', '')
  })

  test('keeps a refused message in the form', async () => {
    const message = 'You can email ticket holders at most 3 times a day per event. Try again tomorrow.'
    const { user } = show(
      { 'messages.send': () => Promise.reject(new ORPCError('DAILY_LIMIT_REACHED', { message })) },
      { tab: 'messages' },
    )
    await user.type(await screen.findByLabelText('Subject'), 'Doors')
    await user.type(screen.getByLabelText('Message'), 'At ten.')
    await user.click(screen.getByRole('button', { name: 'Send…' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Send' }))
    expect(await screen.findByText(message)).toBeTruthy()
    expect(screen.getByLabelText('Message')).toHaveProperty('value', 'At ten.')
  })

  test('shows the delivery status of sent messages', async () => {
    show(
      {
        'messages.list': () => ({
          leftToday: 0,
          messages: [
            createMessage(),
            createMessage({ id: 'b', subject: 'Late', delivered: 40, ticketTypeName: 'Late Entry' }),
            createMessage({ id: 'c', subject: 'Cut', delivered: 108, unknown: 1 }),
          ],
        }),
      },
      { tab: 'messages' },
    )
    expect(await screen.findByText('Sent to 109 addresses')).toBeTruthy()
    expect(screen.getByText('40 of 109 addresses so far')).toBeTruthy()
    expect(screen.getByText(/^Sent to 108 of 109 addresses\. 1 may have received it/)).toBeTruthy()
    expect(screen.getByText(/Late Entry only$/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Send…' }).getAttribute('aria-disabled')).toBe('true')
  })
})

test('a full order shows its invoices below the tickets; other searches and free tickets show none', async () => {
  const isGift = { isComp: true, orderNumber: 'OR-2026-10443', orderId: 'gift' }
  const { user, onSearch } = show({
    'attendees.list': (input) =>
      createPage([createAttendee(JSON.stringify(input).includes(isGift.orderNumber) ? isGift : {})]),
  })
  const openOrder = async () => {
    await user.click(await screen.findByRole('button', { name: 'Actions for Ilse Brandt' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Show full order' }))
  }
  await screen.findByText('Ilse Brandt')
  expect(screen.queryByText(/^invoices of/)).toBeNull()
  await openOrder()
  await screen.findByText(`invoices of ${createAttendee().orderId}`)
  const search = screen.getByRole('searchbox', { name: 'Search attendees' })
  await user.clear(search)
  await user.type(search, isGift.orderNumber)
  await expect.poll(() => onSearch.mock.lastCall).toEqual([{ q: isGift.orderNumber }])
  await expect.poll(() => screen.queryByText(/^invoices of/)).toBeNull()
})
