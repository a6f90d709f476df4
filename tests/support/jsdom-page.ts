// Adds browser features that jsdom lacks.
import { webcrypto } from 'node:crypto'
import { configure } from '@testing-library/react'
import { ReadableStream, TransformStream, WritableStream } from 'node:stream/web'
import { PATIENCE_MS } from './wait-limit'

Object.assign(globalThis, { ReadableStream, TransformStream, WritableStream })
Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true })
// The router scrolls new pages to the top, which jsdom can't do.
window.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined
// Toasts and dragged rows capture the pointer.
Element.prototype.setPointerCapture = () => undefined
configure({ asyncUtilTimeout: PATIENCE_MS })
