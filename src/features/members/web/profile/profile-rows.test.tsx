// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { fillField } from '~tests/support/fill-field'
import { clearParts } from '../testing-parts'
import { profile, renderProfile } from './testing-profile'

afterEach(clearParts)

const getFocusedLabel = () => document.activeElement?.getAttribute('aria-label')

test('adds a link, detects its service from the address, and keeps the keyboard focus', async () => {
  await renderProfile()
  await userEvent.click(screen.getByRole('button', { name: 'Add a link' }))
  expect(getFocusedLabel()).toBe('Website address')
  await userEvent.keyboard('instagram.com/mara')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Instagram address' }).value).toBe(
    'instagram.com/mara',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Remove Website' }))
  expect(getFocusedLabel()).toBe('Remove Instagram')
  await userEvent.click(screen.getByRole('button', { name: 'Remove Instagram' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove SoundCloud' }))
  expect(document.activeElement?.textContent).toContain('Add a link')
})

test('Enter in an equipment row adds the next row and saves nothing', async () => {
  await renderProfile(profile, 'professional')
  const lines = screen.getAllByRole('textbox', { name: 'What' })
  expect(lines.map((line) => (line as HTMLInputElement).value)).toEqual([
    'Turntables, direct drive',
    'A very large van',
  ])
  await userEvent.type(screen.getByDisplayValue('A very large van'), '{Enter}')
  expect(screen.getAllByRole('textbox', { name: 'What' })).toHaveLength(3)
  expect(getFocusedLabel()).toBe('How many')
  expect(screen.getByText('Nothing to save')).toBeTruthy()
  await userEvent.keyboard('3{Tab}Media players')
  expect(screen.getByText('1 unsaved change')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Remove Media players' })).toBeTruthy()
})

test('words typed into the count field become part of the item', async () => {
  await renderProfile(profile, 'professional')
  await userEvent.click(screen.getByRole('button', { name: 'Add equipment' }))
  expect(getFocusedLabel()).toBe('How many')
  await userEvent.keyboard('Two 1210s')
  expect(getFocusedLabel()).toBe('What')
  expect(screen.getByDisplayValue('Two 1210s')).toBeTruthy()
  await userEvent.keyboard('{Enter}7x1210s')
  expect(screen.getByDisplayValue('7')).toBeTruthy()
  expect(screen.getByDisplayValue('1210s')).toBeTruthy()
  await userEvent.keyboard('{Enter}')
  await userEvent.paste('38 × Media players')
  expect(screen.getByDisplayValue('38')).toBeTruthy()
  expect(screen.getByDisplayValue('Media players')).toBeTruthy()
})

test('PR-02 allows up to three genres; the first is the main one', async () => {
  await renderProfile(profile, 'professional')
  const getChip = (name: string) => screen.getByRole('button', { name })
  await userEvent.click(getChip('House'))
  await userEvent.click(getChip('Trance'))
  expect(screen.getByText('Up to three. The first one is your main genre: Techno.')).toBeTruthy()
  expect(getChip('Deep House').getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(getChip('Deep House'))
  expect(getChip('Deep House').getAttribute('aria-pressed')).toBe('false')
  await userEvent.click(getChip('Techno'))
  expect(screen.getByText('Up to three. The first one is your main genre: House.')).toBeTruthy()
})

test('selects available days, and formats the typed amount', async () => {
  await renderProfile({ ...profile, values: { ...profile.values, timezone: null } }, 'professional')
  const sunday = screen.getByRole('button', { name: 'Sun' })
  await userEvent.click(sunday)
  expect(sunday.getAttribute('aria-pressed')).toBe('true')
  const rate = screen.getByRole<HTMLInputElement>('textbox', { name: 'Rate per event' })
  await userEvent.clear(rate)
  await userEvent.type(rate, '1350.5{Tab}')
  expect(rate.value).toBe('$1,350.50')
})

const getShownZone = () =>
  screen.getByRole('button', { name: /^(?:Choose|Change) time zone$/ }).previousElementSibling?.textContent

test('selects the time zone from a list searchable by city', async () => {
  await renderProfile({ ...profile, values: { ...profile.values, timezone: null } }, 'professional')
  expect(getShownZone()).toBe('No time zone yet.')
  await userEvent.click(screen.getByRole('button', { name: 'Choose time zone' }))
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search time zones' }), 'leeds')
  expect(screen.getByText('Press Enter for Europe/London.')).toBeTruthy()
  await userEvent.keyboard('{Enter}')
  expect(getShownZone()).toBe('London time')
})

test('the time zone follows the city until the user chooses one', async () => {
  await renderProfile()
  const openTab = (name: RegExp) => userEvent.click(screen.getByRole('tab', { name }))
  const move = async (city: string) => {
    await openTab(/Basic/)
    const location = screen.getByRole('textbox', { name: 'Location' })
    await fillField(location, city)
    await userEvent.tab()
    await openTab(/Professional/)
  }
  await move('Leeds, UK')
  expect(getShownZone()).toBe('London time')
  await userEvent.click(screen.getByRole('button', { name: 'Change time zone' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Time zone' }), 'Asia/Tokyo')
  await move('Berlin, DE')
  expect(getShownZone()).toBe('Tokyo time')
})

test('asks the user to check the time zone of an unknown place; a known city then sets the zone', async () => {
  await renderProfile()
  const location = screen.getByRole('textbox', { name: 'Location' })
  const move = async (city: string) => {
    await userEvent.click(location)
    await fillField(location, city)
    await userEvent.tab()
  }
  await move('Leeds, UK')
  await move('Hill Farm')
  expect(
    screen.getByText('We don’t know this place’s time zone. Check that London time is right.'),
  ).toBeTruthy()
  await move('Paris')
  expect(screen.queryByText(/^We don’t know/)).toBeNull()
  await userEvent.click(screen.getByRole('tab', { name: /Professional/ }))
  expect(getShownZone()).toBe('Paris time')
})

test('counts the characters of the bio that are left', async () => {
  await renderProfile()
  const bio = screen.getByRole('textbox', { name: /^Bio/ })
  await fillField(bio, 'Twelve chars')
  expect(screen.getByText('12/600')).toBeTruthy()
})
