// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakePictures, fakeUploads } from '~tests/support/fake-uploads'
import { fakeServer } from '~tests/support/fake-server'
import { MAX_PICTURE_BYTES } from '~/design/picture/picture-file'
import { clearParts } from '../../testing-parts'
import { listenToToasts, profile, renderProfile } from '../testing-profile'

vi.mock('react-easy-crop', async () => ({
  default: (await import('~tests/support/fake-cropper')).FakeCropper,
}))

beforeEach(() => fakePictures({ width: 900, height: 600 }))
afterEach(() => {
  clearParts()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const createPng = (size = 100) => new File([new Uint8Array(size)], 'booth.png', { type: 'image/png' })
const withPicture = { ...profile, avatarUrl: '/media/avatars/a/256.webp' }
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const findDialog = () => screen.findByRole('dialog', { name: 'Your picture' })

async function choose(file: File): Promise<void> {
  const inside = within(await findDialog())
  const input = inside.getByLabelText('Picture file')
  // Bypasses the `accept` filter of the file dialog, as a dropped file does. Awaits `act`, because the file opens
  // after the event.
  await act(async () => void fireEvent.change(input, { target: { files: [file] } }))
}
async function openCropper(): Promise<void> {
  await press('Change picture')
  await choose(createPng())
  await screen.findByRole('button', { name: 'Use this' })
}

test('PR-01 chooses, crops, rotates and uploads a picture, and shows the new one', async () => {
  const { messages } = listenToToasts()
  const uploads = fakeUploads()
  fakeServer({ myProfile: () => withPicture })
  const { onIdentityChanged } = await renderProfile()
  await openCropper()
  expect(screen.getByText('booth.png, 1 kB')).toBeTruthy()
  await press('Turn')
  await press('Use this')
  const [upload] = uploads
  // The uploaded area is a square of the rotated picture, in pixels of the original.
  expect(upload?.url).toBe('/api/v1/me/avatar?rotate=90&x=50&y=200&size=300')
  expect(upload?.body).toBeInstanceOf(File)
  act(() => upload?.progress(0.725))
  expect(screen.getByText('72%')).toBeTruthy()
  expect(screen.getByRole('figure', { name: '72% sent' }).querySelectorAll('[data-filled]')).toHaveLength(23)
  act(() => upload?.answer(200, { avatarUrl: withPicture.avatarUrl }))
  await waitFor(() => expect(messages).toEqual(['success: Picture saved']))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.querySelector('header img')?.getAttribute('src')).toBe(withPicture.avatarUrl)
  expect(onIdentityChanged).toHaveBeenCalled()
})

test('Cancel stops the upload and keeps the crop; a second press closes the dialog', async () => {
  const uploads = fakeUploads()
  await renderProfile()
  await openCropper()
  await press('Use this')
  await press('Cancel')
  expect(uploads[0]?.isAborted()).toBe(true)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('button', { name: 'Use this' })).toBeTruthy()
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each([
  ['the error of the server', 'This picture is damaged. Choose another.'],
  ['no answer', 'We couldn’t reach the server. Check your connection and try again.'],
  ['an HTML page instead of a response', 'Something went wrong. Try again.'],
])('a failed upload is reported and can be retried with the same crop: %s', async (kind, text) => {
  const uploads = fakeUploads()
  await renderProfile()
  await openCropper()
  await press('Turn')
  await press('Use this')
  act(() => {
    if (kind === 'no answer') uploads[0]?.fail()
    else if (kind === 'the error of the server') uploads[0]?.answer(422, { code: 'DAMAGED', message: text })
    else uploads[0]?.answer(502, '<html>')
  })
  expect((await screen.findByRole('alert')).textContent).toBe(text)
  expect(screen.getByText('turned by 90')).toBeTruthy()
  await press('Try again')
  expect(uploads).toHaveLength(2)
  expect(uploads[1]?.url).toBe(uploads[0]?.url)
})

test.each([
  ['over 10 MB', createPng(MAX_PICTURE_BYTES + 1), 'This picture is over 10 MB. Choose a smaller one.'],
  ['HEIC', new File(['x'], 'IMG_1.HEIC', { type: '' }), /^Browsers can’t show HEIC pictures/],
  ['no picture', new File(['x'], 'a.pdf', { type: 'application/pdf' }), /^This file can’t be shown/],
])('refuses an unusable file before sending: %s', async (_, file, text) => {
  const uploads = fakeUploads()
  await renderProfile()
  await press('Change picture')
  await choose(file)
  expect((await screen.findByRole('alert')).textContent).toMatch(text)
  expect(uploads).toEqual([])
})

test('refuses a picture that the browser cannot decode', async () => {
  fakePictures(undefined)
  await renderProfile()
  await press('Change picture')
  await choose(createPng())
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This file can’t be shown/)
})

test('accepts a picture dropped on the avatar or pasted anywhere; ignores pasted text', async () => {
  await renderProfile()
  const disc = screen.getByRole('button', { name: 'Change picture' })
  fireEvent.drop(disc, { dataTransfer: { files: [createPng()] } })
  expect(await screen.findByRole('button', { name: 'Use this' })).toBeTruthy()
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  expect(fireEvent.paste(document.body, { clipboardData: { files: [] } })).toBe(true)
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.paste(document.body, { clipboardData: { files: [createPng()] } })
  expect(await screen.findByRole('button', { name: 'Use this' })).toBeTruthy()
})

test('accepts a picture dropped on the dialog once, and none during an upload', async () => {
  const uploads = fakeUploads()
  const addresses = vi.spyOn(URL, 'createObjectURL')
  const drop = (name: string) =>
    fireEvent.drop(screen.getByRole('dialog', { name: 'Your picture' }), {
      dataTransfer: { files: [new File(['x'], name, { type: 'image/png' })] },
    })
  await renderProfile()
  await press('Change picture')
  await findDialog()
  drop('one.png')
  expect(await screen.findByText('one.png, 1 kB')).toBeTruthy()
  expect(addresses).toHaveBeenCalledTimes(1)
  drop('two.png')
  expect(await screen.findByText('two.png, 1 kB')).toBeTruthy()
  await press('Use this')
  drop('three.png')
  await act(async () => uploads[0]?.progress(0.5))
  expect(screen.getByText('two.png, 1 kB')).toBeTruthy()
  expect(addresses).toHaveBeenCalledTimes(2)
})

test('removes the picture after a confirmation', async () => {
  const { messages } = listenToToasts()
  const calls = fakeServer({ removeAvatar: () => ({}), myProfile: () => profile })
  await renderProfile(withPicture)
  await press('Change picture')
  await findDialog()
  await press('Remove picture')
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: 'Remove picture' }))
  await waitFor(() => expect(messages).toEqual(['success: Picture removed']))
  expect(calls[0]).toEqual(['removeAvatar', {}])
  expect(document.querySelector('header img')).toBeNull()
})

test('a failed removal keeps the picture and shows the server’s reason', async () => {
  const { messages } = listenToToasts()
  fakeServer({
    removeAvatar: () => {
      throw new ORPCError('INTERNAL_SERVER_ERROR', { message: 'The record skipped.' })
    },
  })
  await renderProfile(withPicture)
  await press('Change picture')
  await findDialog()
  await press('Remove picture')
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: 'Remove picture' }))
  await waitFor(() => expect(messages).toEqual(['error: The record skipped.']))
  expect(document.querySelector('header img')).toBeTruthy()
})

test('offers no removal when there is no picture', async () => {
  await renderProfile()
  await press('Change picture')
  await findDialog()
  expect(screen.queryByRole('button', { name: 'Remove picture' })).toBeNull()
})
