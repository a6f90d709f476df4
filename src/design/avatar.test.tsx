// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Avatar } from './avatar'
import { Mark } from './mark'
import { Verified } from './verified'

afterEach(cleanup)

it('shows initials without a photo and hides from screen readers', () => {
  const { container } = render(<Avatar name="DJ Anna Volt" size={80} />)
  expect(container.textContent).toBe('AV')
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true')
  expect(container.querySelector<HTMLElement>('.av')?.style.width).toBe('5rem')
})

it('shows the photo, the next one after a change, and initials when it is broken', () => {
  const { container, rerender } = render(<Avatar name="Mira" imageUrl="/a.webp" />)
  const image = container.querySelector('img')
  expect(image?.getAttribute('src')).toBe('/a.webp')
  if (image) fireEvent.error(image)
  expect(container.textContent).toBe('M')
  rerender(<Avatar name="Mira" imageUrl="/b.webp" />)
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/b.webp')
})

it('says Verified in words', () => {
  render(<Verified />)
  expect(screen.getByText('Verified').className).toBe('sr')
})

it('draws both halves of the mark', () => {
  const { container } = render(<Mark className="big" />)
  expect(container.querySelectorAll('path')).toHaveLength(2)
  expect(container.firstElementChild?.getAttribute('class')).toBe('mk big')
})
