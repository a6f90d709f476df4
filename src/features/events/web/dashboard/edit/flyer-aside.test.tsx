// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakePictures, fakeUploads } from '~tests/support/fake-uploads'
import { clearEditor, createDraft, EVENT, fakeEditServer, listenToToasts, renderEditor } from './testing-edit'

vi.mock('react-easy-crop', async () => ({
  default: (await import('~tests/support/fake-cropper')).FakeCropper,
}))

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
  fakePictures({ width: 900, height: 600 })
})
afterEach(() => {
  clearEditor()
  vi.unstubAllGlobals()
})

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const flyer = () => screen.getByRole('complementary', { name: 'Flyer preview' })
const IMAGE = '/media/events/a/640.webp'

test('crops, uploads and shows a picture instead of the drawing', async () => {
  const { toasts } = listenToToasts()
  const uploads = fakeUploads()
  const { change } = fakeEditServer(createDraft())
  await renderEditor(createDraft())
  await press('Uploaded')
  const dialog = within(await screen.findByRole('dialog', { name: 'Your own flyer' }))
  fireEvent.change(dialog.getByLabelText('Picture file'), {
    target: { files: [new File(['x'], 'poster.png', { type: 'image/png' })] },
  })
  await userEvent.click(await dialog.findByRole('button', { name: 'Use this' }))
  await waitFor(() => expect(uploads).toHaveLength(1))
  expect(uploads[0]?.url).toBe(`/api/v1/me/events/${EVENT}/image?rotate=0&x=100&y=50&width=300&height=300`)
  change({ imageUrl: IMAGE })
  act(() => uploads[0]?.answer(200, { imageUrl: IMAGE, version: 2 }))
  await waitFor(() => expect(toasts).toEqual(['success: Picture saved']))
  await waitFor(() => expect(flyer().querySelector('img')?.getAttribute('src')).toBe(IMAGE))
  // The page does not report its own change.
  expect(toasts).toHaveLength(1)
})

test('restores the drawing after a confirmation', async () => {
  const { toasts } = listenToToasts()
  const { listInputs, change } = fakeEditServer(createDraft({ imageUrl: IMAGE }), {
    'dashboard.removeImage': () => change({ imageUrl: null }),
  })
  await renderEditor(createDraft({ imageUrl: IMAGE }))
  await press('Drawn')
  const question = within(await screen.findByRole('alertdialog'))
  expect(listInputs('dashboard.removeImage')).toEqual([])
  await userEvent.click(question.getByRole('button', { name: 'Remove picture' }))
  await waitFor(() =>
    expect(toasts).toEqual(['success: Picture removed. The flyer is drawn from the title.']),
  )
  await waitFor(() => expect(flyer().querySelector('img')).toBeNull())
})

test('the preview of a canceled event says that it is canceled instead of showing prices and stock', async () => {
  const cancelled = createDraft({ status: 'cancelled' })
  fakeEditServer(cancelled)
  await renderEditor(cancelled, { flyerFacts: 'From $20.00' })
  const preview = within(screen.getByRole('complementary', { name: 'Flyer preview' }))
  expect(preview.getByText('Canceled')).toBeTruthy()
  expect(preview.queryByText('From $20.00')).toBeNull()
})
