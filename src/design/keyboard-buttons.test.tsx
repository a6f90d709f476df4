// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Button } from './button'
import { Chip } from './chip'
import { SegmentedControl } from './segmented-control'
import { Stepper } from './stepper'

afterEach(cleanup)

describe('Button', () => {
  it('responds to Enter and Space', async () => {
    const press = vi.fn<() => void>()
    const user = userEvent.setup()
    render(<Button onClick={press}>Checkout</Button>)
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Checkout' }))
    await user.keyboard('{Enter} ')
    expect(press).toHaveBeenCalledTimes(2)
  })

  it('shows what it is doing while busy, keeps focus and submits only once', async () => {
    const submit = vi.fn<() => void>()
    const user = userEvent.setup()
    function Form() {
      const [isBusy, setIsBusy] = useState(false)
      return (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            submit()
            setIsBusy(true)
          }}
        >
          <Button type="submit" variant="primary" busy={isBusy && 'Saving'}>
            Save
          </Button>
        </form>
      )
    }
    render(<Form />)
    await user.tab()
    await user.keyboard('{Enter}')
    const busy = screen.getByRole('button', { name: /Saving/ })
    expect(busy.getAttribute('aria-busy')).toBe('true')
    expect(document.activeElement).toBe(busy)
    await user.keyboard('{Enter} ')
    await user.click(busy)
    expect(submit).toHaveBeenCalledTimes(1)
  })

  it("focuses but doesn't activate aria-disabled buttons, and skips disabled ones", async () => {
    const press = vi.fn<() => void>()
    const user = userEvent.setup()
    render(
      <>
        <Button disabled onClick={press}>
          Gone
        </Button>
        <Button aria-disabled onClick={press}>
          Explained
        </Button>
      </>,
    )
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Explained' }))
    await user.keyboard('{Enter}')
    expect(press).not.toHaveBeenCalled()
  })
})

function Counter({ max }: { max?: number }) {
  const [value, setValue] = useState(0)
  return (
    <Stepper label="General Admission" value={value} onValueChange={setValue} {...(max ? { max } : {})} />
  )
}

describe('Stepper', () => {
  it('counts up to the maximum and down to zero, and keeps focus', async () => {
    const user = userEvent.setup()
    render(<Counter max={3} />)
    expect(screen.getByRole('group', { name: 'General Admission' })).toBeDefined()
    const more = screen.getByRole('button', { name: 'More' })
    const fewer = screen.getByRole('button', { name: 'Fewer' })
    expect(fewer.getAttribute('aria-disabled')).toBe('true')
    await user.tab()
    await user.tab()
    await user.keyboard('{Enter}{Enter}{Enter}{Enter}{Enter}')
    expect(screen.getByRole('status').textContent).toBe('3')
    expect(more.getAttribute('aria-disabled')).toBe('true')
    expect(document.activeElement).toBe(more)
    await user.tab({ shift: true })
    await user.keyboard('    ')
    expect(screen.getByRole('status').textContent).toBe('0')
    expect(document.activeElement).toBe(fewer)
  })

  it('stops at 10 by default', async () => {
    const user = userEvent.setup()
    render(<Counter />)
    screen.getByRole('button', { name: 'More' }).focus()
    await user.keyboard('{Enter}'.repeat(14))
    expect(screen.getByRole('status').textContent).toBe('10')
  })
})

describe('Chip and SegmentedControl', () => {
  it('expose their pressed state', async () => {
    const user = userEvent.setup()
    function Filters() {
      const [isOn, setIsOn] = useState(false)
      const [view, setView] = useState<'wall' | 'list'>('wall')
      const options = [
        { value: 'wall', label: 'Wall' },
        { value: 'list', label: 'List' },
      ] as const
      return (
        <>
          <Chip pressed={isOn} stock="mint" onClick={() => setIsOn(!isOn)}>
            Deep House
          </Chip>
          <SegmentedControl label="View" value={view} onValueChange={setView} options={options} />
        </>
      )
    }
    render(<Filters />)
    await user.tab()
    await user.keyboard(' ')
    expect(screen.getByRole('button', { name: 'Deep House', pressed: true })).toBeDefined()
    await user.tab()
    await user.tab()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('button', { name: 'List', pressed: true })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Wall', pressed: false })).toBeDefined()
  })
})
