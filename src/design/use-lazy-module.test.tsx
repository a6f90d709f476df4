// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useLazyModule } from './use-lazy-module'

type Load = () => Promise<{ default: () => string }>

function Page({ load, isOpen, onFailure }: { load: Load; isOpen: boolean; onFailure: () => void }) {
  const part = useLazyModule(load, isOpen, onFailure)
  return (
    <>
      <input aria-label="Typed" />
      {isOpen && part && <part.default />}
    </>
  )
}

test('loads a module on the first request, and only once', async () => {
  const load = vi.fn<Load>(async () => ({ default: () => 'The part' }))
  const page = (isOpen: boolean) => <Page load={load} isOpen={isOpen} onFailure={() => undefined} />
  const { rerender } = render(page(false))
  expect(load).not.toHaveBeenCalled()
  rerender(page(true))
  expect(await screen.findByText('The part')).toBeTruthy()
  rerender(page(false))
  rerender(page(true))
  expect(screen.getByText('The part')).toBeTruthy()
  expect(load).toHaveBeenCalledOnce()
})

test('leaves the page unchanged if loading fails, and retries on the next request', async () => {
  const load = vi.fn<Load>().mockRejectedValueOnce(new TypeError('Failed to fetch'))
  load.mockResolvedValue({ default: () => 'The part' })
  const onFailure = vi.fn()
  const page = (isOpen: boolean) => <Page load={load} isOpen={isOpen} onFailure={onFailure} />
  const { rerender } = render(page(true))
  const field = screen.getByLabelText('Typed')
  await waitFor(() => expect(onFailure).toHaveBeenCalledOnce())
  expect(screen.getByLabelText('Typed')).toBe(field)
  rerender(page(false))
  rerender(page(true))
  expect(await screen.findByText('The part')).toBeTruthy()
})

test('reports no failed load to a page that the person has left', async () => {
  const onFailure = vi.fn()
  const load = async () => Promise.reject(new TypeError('Failed to fetch'))
  const { unmount } = render(<Page load={load} isOpen onFailure={onFailure} />)
  unmount()
  await act(async () => undefined)
  expect(onFailure).not.toHaveBeenCalled()
})
