import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** The URL of the code reader's WebAssembly file: served from this site, not from the package's CDN. */
export const readerFile = wasm

export function createDetector(): BarcodeDetector {
  prepareZXingModule({ overrides: { locateFile: () => wasm } })
  return new BarcodeDetector({ formats: ['qr_code'] })
}
