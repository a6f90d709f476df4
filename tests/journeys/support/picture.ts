import { expect } from '@playwright/test'
import sharp from 'sharp'

/**
 * Creates a landscape picture, red on the left and blue on the right, so that its colors reveal cropping and rotation.
 */
export async function makePicture(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const red = { create: { width: 400, height: 800, channels: 3, background: '#e01020' } } as const
  const buffer = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#1020e0' } })
    .composite([{ input: await sharp(red).png().toBuffer(), left: 0, top: 0 }])
    .png()
    .toBuffer()
  return { name: 'booth.png', mimeType: 'image/png', buffer }
}

/** Returns the color in the middle of the picture's upper and lower edge. */
export async function edgesOf(body: Buffer): Promise<['red' | 'blue', 'red' | 'blue']> {
  const { data, info } = await sharp(body).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect(info.width, 'the picture is square').toBe(info.height)
  const at = (row: number) => {
    const place = (row * info.width + Math.floor(info.width / 2)) * info.channels
    return (data[place] ?? 0) > (data[place + 2] ?? 0) ? 'red' : 'blue'
  }
  return [at(4), at(info.height - 5)]
}
