import { useId, useMemo, useRef, type RefObject, useEffect, useState } from 'react'
import { classNames } from '../class-names'
import { UploadedImage } from '../uploaded-image'
import type { Stock } from '../stock'
import { createFlyerSvg, type FlyerSvgOptions } from './flyer-svg'
import styles from './flyer.module.css'
import { getTintClass } from './paper-stocks'

// Far enough ahead that a flyer is drawn before it scrolls into view.
const AHEAD = '400px'

type FlyerProps = {
  /** Prefix of the ids in the drawing, unique on the page. Default: `useId`, which depends on the position in the tree. */
  id?: string
  /** Decides what is drawn. The drawing is decorative, so the page must show the title as text too. */
  title: string
  imageUrl?: string | null | undefined
  /** Date and time at the top; only for flyers at least 200 px wide. */
  meta?: readonly [left: string, right?: string]
  /** Width to height. The drawing is composed for it; an uploaded picture is cropped to it. */
  ratio?: number
  /**
   * Draws the flyer during server rendering, as needed in the first rows. Other flyers are drawn when they come near
   * the viewport.
   */
  eager?: boolean
  /** Paper color to use instead of the one derived from the title. */
  stock?: Stock
  hasTitle?: boolean
  className?: string | undefined
}

const UNITS = 400
const WIDE_UNITS = 1200

/** An event's flyer or a DJ's sleeve: a square-cornered sheet that keeps its shape before it is drawn. */
export function Flyer({ id, title, imageUrl, ratio = 4 / 5, eager = false, className, ...look }: FlyerProps) {
  const tint = look.stock ? `stock-${look.stock}` : getTintClass(title)
  return (
    <div
      className={classNames(styles.flyer, tint, className)}
      aria-hidden="true"
      style={{ aspectRatio: ratio, background: 'var(--tint)', overflow: 'hidden' }}
    >
      <UploadedImage url={imageUrl} eager={eager}>
        <FlyerDrawing ownId={id} title={title} ratio={ratio} eager={eager} look={look} />
      </UploadedImage>
    </div>
  )
}

type DrawingProps = {
  ownId: string | undefined
  title: string
  ratio: number
  eager: boolean
  look: Pick<FlyerProps, 'meta' | 'stock' | 'hasTitle'>
}

function FlyerDrawing({ ownId, title, ratio, eager, look }: DrawingProps) {
  const generatedId = useId()
  const id = ownId ?? generatedId
  const sheet = useRef<HTMLDivElement>(null)
  const isInView = useInView(sheet, eager)
  const isDrawn = eager || isInView
  const { stock, hasTitle = true } = look
  const left = look.meta?.[0]
  const right = look.meta?.[1]
  const svg = useMemo(() => {
    if (!isDrawn) return ''
    const width = ratio > 1.35 ? WIDE_UNITS : UNITS
    const options: FlyerSvgOptions & { id: string } = {
      id,
      width,
      height: Math.round(width / ratio),
      hasTitle,
    }
    if (stock) options.stock = stock
    if (left !== undefined) options.meta = right === undefined ? [left] : [left, right]
    return createCachedFlyerSvg(title, options)
  }, [id, isDrawn, title, ratio, stock, hasTitle, left, right])
  return <div ref={sheet} style={{ height: '100%' }} dangerouslySetInnerHTML={{ __html: svg }} />
}

// Caches drawings across requests: they depend only on title and shape, and only their ids differ. Each entry has about
// 5 kB.
const MAX_CACHED = 300
const drawn = new Map<string, string>()
const ID = 'flyer-id'

function createCachedFlyerSvg(title: string, { id, ...look }: FlyerSvgOptions & { id: string }): string {
  const key = JSON.stringify([title, look])
  let svg = drawn.get(key)
  if (svg === undefined) {
    svg = createFlyerSvg(title, { ...look, id: ID })
    const oldest = drawn.keys().next().value
    if (drawn.size >= MAX_CACHED && oldest !== undefined) drawn.delete(oldest)
    drawn.set(key, svg)
  }
  return svg.replaceAll(ID, id.replaceAll(/[^\w-]/g, '_'))
}

/** Returns true once the element has come near the viewport, and stays true. */
function useInView(element: RefObject<Element | null>, isSkipped: boolean): boolean {
  const [isInView, setIsInView] = useState(false)
  useEffect(() => {
    const target = element.current
    if (isSkipped || isInView || !target || typeof IntersectionObserver === 'undefined') return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsInView(true)
      },
      { rootMargin: AHEAD },
    )
    observer.observe(target)
    return () => observer.disconnect()
  }, [element, isSkipped, isInView])
  return isInView
}
