import type { ScannedSpan } from './scanned-span.ts'

/** Where scanned spans go. */
export interface ScanSink {
  /** The span is gone when this returns. */
  scanned(span: ScannedSpan): void
}

/** Reads the spans of one OTLP request from its bytes. */
export interface SpanScanner {
  /**
   * Hands every span between `start` and `end` to the sink. False where the request is odd, or broken: the sink then has
   * to forget what it got of it. Throws nothing but what the sink throws.
   */
  scan(bytes: Uint8Array, start: number, end: number, sink: ScanSink): boolean
  /** Begins to scan a request that is to be read in pieces. What was begun before is forgotten. */
  begin(bytes: Uint8Array, start: number, end: number, sink: ScanSink): void
  /** Hands on at least so many spans of what was begun, or all that are left. */
  advance(spans: number): Advance
}

/** How far a scan has come: `odd` as where `scan` says false. */
export type Advance = 'more' | 'done' | 'odd'

/** A scan that stops now and then. */
export type ScanPieces = Generator<undefined, void, undefined>
