// @vitest-environment jsdom
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Flyer } from './flyer'

type Notify = (entries: { isIntersecting: boolean }[]) => void
let observers: { notify: Notify; margin: string | undefined; isStopped: boolean }[] = []

beforeEach(() => {
  observers = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      private readonly own: (typeof observers)[number]
      constructor(notify: Notify, options?: { rootMargin?: string }) {
        this.own = { notify, margin: options?.rootMargin, isStopped: false }
        observers.push(this.own)
      }
      observe() {}
      disconnect() {
        this.own.isStopped = true
      }
    },
  )
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('on the server', () => {
  it('draws an eager flyer', () => {
    const html = renderToString(<Flyer title="Low Ceiling" eager />)
    expect(html).toContain('>CEILING</text>')
  })

  it('renders other flyers as a colored sheet with the right proportions', () => {
    const html = renderToString(<Flyer title="Low Ceiling" ratio={1} />)
    expect(html).not.toContain('<svg')
    expect(html).toContain('stock-yellow')
    expect(html).toContain('aspect-ratio:1')
    expect(html.length).toBeLessThan(250)
  })

  it.each([true, false])('hydrates without warnings (eager: %s)', async (eager) => {
    const flyers = (
      <div>
        <Flyer title="Night Bus" meta={['Sat 5 Dec', '23:00']} eager={eager} />
        <Flyer title="Night Bus" meta={['Sat 5 Dec', '23:00']} eager={eager} />
      </div>
    )
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const root = document.createElement('div')
    root.innerHTML = renderToString(flyers)
    const before = root.innerHTML
    const onRecoverableError = vi.fn()
    const app = await act(async () => hydrateRoot(root, flyers, { onRecoverableError }))
    expect(root.innerHTML).toBe(before)
    expect(onRecoverableError).not.toHaveBeenCalled()
    expect(error).not.toHaveBeenCalled()
    const ids = Array.from(root.querySelectorAll('clipPath'), (clip) => clip.id)
    expect(new Set(ids).size).toBe(ids.length)
    await act(async () => app.unmount())
  })
})

describe('in the browser', () => {
  it('draws once, when the flyer comes near the viewport', () => {
    const { container } = render(<Flyer title="Low Ceiling" />)
    const [observer] = observers
    expect(observer?.margin).toBe('400px')
    act(() => observer?.notify([{ isIntersecting: false }]))
    expect(container.querySelector('svg')).toBeNull()
    act(() => observer?.notify([{ isIntersecting: true }]))
    expect(container.querySelector('svg')?.textContent).toContain('CEILING')
    expect(observer?.isStopped).toBe(true)
    expect(observers).toHaveLength(1)
  })

  it('redraws as the title is typed', () => {
    const { container, rerender } = render(<Flyer title="Low" eager />)
    rerender(<Flyer title="High" eager />)
    expect(container.querySelector('svg')?.textContent).toBe('HIGH')
    expect(observers).toHaveLength(0)
  })

  it('composes for a wide box and prints on the paper of a genre', () => {
    const { container } = render(<Flyer title="Volt" ratio={2} stock="mint" hasTitle={false} eager />)
    expect(container.querySelector('svg')?.getAttribute('viewBox')).toBe('0 0 1200 600')
    expect(container.querySelector('text')).toBeNull()
    expect(container.querySelector('.stock-mint')).not.toBeNull()
  })

  it('shows an uploaded picture, and the drawing if it fails to load', () => {
    const { container } = render(<Flyer title="Low Ceiling" imageUrl="/media/a.avif" eager />)
    const image = container.querySelector('img')
    expect(image?.getAttribute('loading')).toBe('eager')
    expect(container.querySelector('svg')).toBeNull()
    if (image) fireEvent.error(image)
    expect(container.querySelector('img')).toBeNull()
    expect(container.querySelector('svg')).not.toBeNull()
  })
})
