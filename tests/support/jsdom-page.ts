// What every browser has and the page that tests draw on has not.
import { webcrypto } from 'node:crypto'
import { configure } from '@testing-library/react'
import { ReadableStream, TransformStream, WritableStream } from 'node:stream/web'
import { PATIENCE_MS } from './patience'

Object.assign(globalThis, { ReadableStream, TransformStream, WritableStream })
Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true })
// The router goes to the top of a new page. Nothing is laid out here, so there is nowhere to go.
window.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined
// Toasts and rows that are dragged hold on to the pointer.
Element.prototype.setPointerCapture = () => undefined
configure({ asyncUtilTimeout: PATIENCE_MS })
