// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { clearEditor, createDraft, fakeEditServer, renderEditor } from './testing-edit'

afterEach(clearEditor)

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const zoneShown = (zone: RegExp) => screen.getByText(zone, { selector: 'p > span' })
function move(city: string) {
  fireEvent.focus(field('City'))
  fireEvent.change(field('City'), { target: { value: city } })
  fireEvent.blur(field('City'))
}
async function chooseZone(zone: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Change time zone' }))
  await userEvent.selectOptions(field('Time zone of the place'), zone)
}
const HINT = 'We don’t know this place’s time zone. Check that London time is right.'

test('asks to check the time zone of an unknown city, until a known city sets the time zone', async () => {
  fakeEditServer(createDraft())
  await renderEditor(createDraft())
  move('Hill Farm')
  expect(screen.getByText(HINT)).toBeTruthy()
  move('Hill Farm North')
  expect(screen.getByText(HINT)).toBeTruthy()
  move('Berlin')
  expect(screen.queryByText(/^We don’t know/)).toBeNull()
  expect(zoneShown(/Berlin time/)).toBeTruthy()
})

test('keeps a time zone that was chosen for an unknown city', async () => {
  fakeEditServer(createDraft())
  await renderEditor(createDraft())
  move('Hill Farm')
  await chooseZone('Asia/Tokyo')
  expect(screen.queryByText(/^We don’t know/)).toBeNull()
  move('Berlin')
  expect(zoneShown(/Tokyo time/)).toBeTruthy()
})
