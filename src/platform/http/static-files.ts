import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import type { Encoding } from './encoding'
import { hasEtag } from './etag'
import { chooseEncoding } from './content-negotiation'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
}

// Larger files are read from disk each time.
const MAX_CACHED_BYTES = 512 * 1024

interface Representation {
  file: string
  size: number
  content: Buffer | undefined
}

interface StaticFile {
  type: string
  cacheControl: string
  etag: string
  plain: Representation
  encoded: Partial<Record<Encoding, Representation>>
}

/** Returns all files below the folder by URL path, read once. Requests can't reach files outside this map. */
export function indexStaticFiles(root: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  if (!existsSync(root)) return files
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(?:br|gz|map)$/.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const address = `/${relative(root, file).split(sep).join('/')}`
    const { mtimeMs, size } = statSync(file)
    const encoded: StaticFile['encoded'] = {}
    if (existsSync(`${file}.br`)) encoded.br = readRepresentation(`${file}.br`)
    if (existsSync(`${file}.gz`)) encoded.gzip = readRepresentation(`${file}.gz`)
    files.set(address, {
      type: types[extname(file)] ?? 'application/octet-stream',
      // The names of files in assets/ contain a hash of their content.
      cacheControl: address.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=3600',
      etag: `W/"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`,
      plain: readRepresentation(file),
      encoded,
    })
  }
  return files
}

function readRepresentation(file: string): Representation {
  const { size } = statSync(file)
  return { file, size, content: size <= MAX_CACHED_BYTES ? readFileSync(file) : undefined }
}

/** Answers a request for a static file; false when there is no such file. */
export function serveStatic(
  files: ReadonlyMap<string, StaticFile>,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const file = files.get(path)
  if (!file) return false
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const representation = (encoding && file.encoded[encoding]) ?? file.plain
  response.setHeader('cache-control', file.cacheControl)
  response.setHeader('etag', file.etag)
  response.setHeader('vary', 'accept-encoding')
  if (hasEtag(request.headers['if-none-match'], file.etag)) {
    response.writeHead(304).end()
    return true
  }
  if (encoding && representation !== file.plain) response.setHeader('content-encoding', encoding)
  response.writeHead(200, { 'content-type': file.type, 'content-length': representation.size })
  if (request.method === 'HEAD') response.end()
  else if (representation.content) response.end(representation.content)
  else
    createReadStream(representation.file)
      .once('error', () => response.destroy())
      .pipe(response)
  return true
}
