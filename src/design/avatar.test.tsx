// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Avatar } from './avatar'
import { Mark } from './mark'
import { VerifiedBadge } from './verified-badge'

afterEach(cleanup)

it('shows initials without a photo and is hidden from screen readers', () => {
  const { container } = render(<Avatar id={null} name="DJ Anna Volt" size={80} />)
  expect(container.textContent).toBe('AV')
  expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true')
  expect((container.firstElementChild as HTMLElement).style.width).toBe('5rem')
})

it('shows the photo, the next photo after a change, and initials when the photo is broken', () => {
  const { container, rerender } = render(<Avatar id={null} name="Mira" imageUrl="/a.webp" />)
  const image = container.querySelector('img')
  expect(image?.getAttribute('src')).toBe('/a.webp')
  if (image) fireEvent.error(image)
  expect(container.textContent).toBe('M')
  rerender(<Avatar id={null} name="Mira" imageUrl="/b.webp" />)
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/b.webp')
})

it('lets the browser choose among the files of an uploaded photo, and also falls back to initials', () => {
  const url = '/media/avatars/kq3Zr7-_0123456789abcd/256.webp'
  const { container } = render(<Avatar id={null} name="Mira" imageUrl={url} size={80} />)
  const source = container.querySelector('picture > source')
  expect(source?.getAttribute('type')).toBe('image/avif')
  expect(source?.getAttribute('srcset')).toContain('640.avif 640w')
  const image = container.querySelector('picture > img')
  expect(image?.getAttribute('srcset')).toContain('96.webp 96w')
  for (const element of [source, image]) expect(element?.getAttribute('sizes')).toBe('5rem')
  expect(image?.getAttribute('src')).toBe(url)
  if (image) fireEvent.error(image)
  expect(container.querySelector('picture')).toBeNull()
  expect(container.textContent).toBe('M')
})

it('announces “Verified” as text', () => {
  render(<VerifiedBadge />)
  expect(screen.getByText('Verified').className).toBe('visually-hidden')
})

it('draws both halves of the mark', () => {
  const { container } = render(<Mark className="big" />)
  expect(container.querySelectorAll('path')).toHaveLength(2)
  expect(container.firstElementChild?.getAttribute('class')).toBe('big')
})
