// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { FormDialog } from './form-dialog'

function show(more: Partial<Parameters<typeof FormDialog>[0]> = {}) {
  const heard = { onSubmit: vi.fn(), onClose: vi.fn(), onPage: vi.fn() }
  const { onPage, ...own } = heard
  render(
    <form onSubmit={onPage}>
      <FormDialog title="Hold this day" actLabel="Hold" busy={false} {...own} {...more}>
        <label>
          Note <input />
        </label>
      </FormDialog>
    </form>,
  )
  return heard
}

test('Enter in a field and the button at the foot both send, and a form of the page hears nothing', async () => {
  const { onSubmit, onPage, onClose } = show()
  await userEvent.type(screen.getByLabelText('Note'), 'Maybe{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Hold' }))
  expect(onSubmit).toHaveBeenCalledTimes(2)
  expect(onPage).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('nothing is sent a second time while it runs', async () => {
  const busy = show({ busy: 'Holding' })
  await userEvent.type(screen.getByLabelText('Note'), '{Enter}')
  expect(busy.onSubmit).not.toHaveBeenCalled()
})

test('nothing is sent where there is nothing to send', async () => {
  const off = show({ isOff: true })
  await userEvent.type(screen.getByLabelText('Note'), '{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Hold' }))
  expect(off.onSubmit).not.toHaveBeenCalled()
})

test('what has to be seen to its end stays while it runs', async () => {
  const held = show({ busy: 'Holding', staysWhileBusy: true, keepLabel: 'Keep it' })
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Keep it' }))
  expect(held.onClose).not.toHaveBeenCalled()
})

test('a dialog that may be left meanwhile closes', async () => {
  const free = show({ busy: 'Holding' })
  await userEvent.keyboard('{Escape}')
  expect(free.onClose).toHaveBeenCalledOnce()
})
