import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type LaunchOptions } from '@playwright/test'
import QRCode from 'qrcode'

export interface Camera {
  browser: Browser
  /** Shows this code to the camera from now on; undefined shows an empty doorway. */
  hold: (code: string | undefined) => void
  close: () => Promise<void>
}

const WIDTH = 640
const HEIGHT = 480
const PAPER = 235
const INK = 16

/** Opens a browser with a camera. Chromium reads the picture again for each frame, so it can change. */
export async function openCamera(options: LaunchOptions): Promise<Camera> {
  const folder = mkdtempSync(join(tmpdir(), 'camera-'))
  const file = join(folder, 'camera.y4m')
  const hold = (code: string | undefined) => writeFileSync(file, frame(code), { flag: 'r+' })
  writeFileSync(file, frame(undefined))
  const browser = await chromium.launch({
    ...options,
    args: [
      ...(options.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
  })
  return {
    browser,
    hold,
    close: async () => {
      await browser.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Renders a frame: a bright phone screen with the code, off-center, in a gray doorway. */
function frame(code: string | undefined): Buffer {
  const light = Buffer.alloc(WIDTH * HEIGHT, 96)
  if (code !== undefined) draw(light, code)
  const colors = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const head = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\nFRAME\n`
  return Buffer.concat([Buffer.from(head), light, colors])
}

function draw(light: Buffer, code: string): void {
  const { modules } = QRCode.create(code, { errorCorrectionLevel: 'M' })
  const scale = Math.floor(300 / (modules.size + 8))
  const side = (modules.size + 8) * scale
  const left = Math.floor((WIDTH - side) / 2) + 12
  const top = Math.floor((HEIGHT - side) / 2) - 8
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const column = Math.floor(x / scale) - 4
      const row = Math.floor(y / scale) - 4
      const isIn = column >= 0 && row >= 0 && column < modules.size && row < modules.size
      light[(top + y) * WIDTH + left + x] = isIn && modules.get(row, column) ? INK : PAPER
    }
}
