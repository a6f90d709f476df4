// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { FormDialog } from './form-dialog'

function show(more: Partial<Parameters<typeof FormDialog>[0]> = {}) {
  const heard = { onSubmit: vi.fn(), onClose: vi.fn(), onPage: vi.fn() }
  const { onPage, ...own } = heard
  render(
    <form onSubmit={onPage}>
      <FormDialog title="Hold this day" actionLabel="Hold" busy={false} {...own} {...more}>
        <label>
          Note <input />
        </label>
      </FormDialog>
    </form>,
  )
  return heard
}

test('submits with Enter and with the button at the bottom, without submitting a surrounding form', async () => {
  const { onSubmit, onPage, onClose } = show()
  await userEvent.type(screen.getByLabelText('Note'), 'Maybe{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Hold' }))
  expect(onSubmit).toHaveBeenCalledTimes(2)
  expect(onPage).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('submits only once while the request runs', async () => {
  const busy = show({ busy: 'Holding' })
  await userEvent.type(screen.getByLabelText('Note'), '{Enter}')
  expect(busy.onSubmit).not.toHaveBeenCalled()
})

test("doesn't submit when there is nothing to send", async () => {
  const off = show({ isOff: true })
  await userEvent.type(screen.getByLabelText('Note'), '{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Hold' }))
  expect(off.onSubmit).not.toHaveBeenCalled()
})

test('stays open during a request whose result must be seen', async () => {
  const held = show({ busy: 'Holding', staysWhileBusy: true, dismissLabel: 'Keep booking' })
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Keep booking' }))
  expect(held.onClose).not.toHaveBeenCalled()
})

test('closes when dismissed during any other request', async () => {
  const free = show({ busy: 'Holding' })
  await userEvent.keyboard('{Escape}')
  expect(free.onClose).toHaveBeenCalledOnce()
})

/** Makes the pending submit of the `Refusing` dialog fail. */
let refuseLater = () => undefined as void

function Refusing({ isLater, problem }: { isLater: boolean; problem: 'field' | 'alert' }) {
  const [presses, setPresses] = useState(0)
  const [isBusy, setIsBusy] = useState(false)
  const refuse = () => {
    setIsBusy(false)
    setPresses((before) => before + 1)
  }
  return (
    <FormDialog
      title="Postpone event"
      actionLabel="Postpone event"
      busy={isBusy && 'Saving'}
      onClose={() => undefined}
      onSubmit={() => {
        setIsBusy(isLater)
        if (isLater) refuseLater = refuse
        else refuse()
      }}
    >
      <label>
        Day <input aria-invalid={presses > 0 && problem === 'field'} />
      </label>
      <label>
        Reason <input aria-invalid={presses > 0 && problem === 'field'} />
      </label>
      {presses > 0 && problem === 'alert' && <p role="alert">Refused {presses}</p>}
    </FormDialog>
  )
}

test.each([false, true])(
  'focuses the first invalid field after each failed submit (error arrives later: %s)',
  async (isLater) => {
    const seen = watchScrolling()
    render(<Refusing isLater={isLater} problem="field" />)
    for (const time of [1, 2]) {
      seen.length = 0
      await userEvent.click(screen.getByRole('button', { name: 'Postpone event' }))
      if (isLater) act(refuseLater)
      await waitFor(() => expect(document.activeElement, `press ${time}`).toBe(screen.getByLabelText('Day')))
      expect(seen).toEqual([screen.getByLabelText('Day')])
    }
    await userEvent.click(screen.getByLabelText('Reason'))
    await userEvent.type(screen.getByLabelText('Reason'), 'Rain')
    expect(document.activeElement).toBe(screen.getByLabelText('Reason'))
  },
)

test.each([false, true])(
  'scrolls an error without a field into view (error arrives later: %s)',
  async (isLater) => {
    const seen = watchScrolling()
    render(<Refusing isLater={isLater} problem="alert" />)
    await userEvent.click(screen.getByRole('button', { name: 'Postpone event' }))
    if (isLater) act(refuseLater)
    const alert = await screen.findByText('Refused 1')
    await waitFor(() => expect(seen).toEqual([alert]))
  },
)

function watchScrolling(): Element[] {
  const seen: Element[] = []
  Element.prototype.scrollIntoView = function scrollIntoView() {
    seen.push(this)
  }
  return seen
}
