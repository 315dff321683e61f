/** Requests of Express, which types their bodies as `any`: here a body is unknown unless its shape was checked. */
import type { Request as ExpressRequest, Response } from 'express';

export type Request<Body = unknown> = ExpressRequest<ExpressRequest['params'], unknown, Body>;
export type { Response };
