#ifndef CTESTCRYPTO_H
#define CTESTCRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What a client of the service needs of libcrypto, and no more. False: the library refused.
bool ctest_sha256(const uint8_t *bytes, size_t count, uint8_t digest[32]);
bool ctest_hmac_sha256(const uint8_t *key, size_t key_count, const uint8_t *message, size_t count,
                       uint8_t tag[32]);
bool ctest_ed25519_is_valid(const uint8_t public_key[32], const uint8_t *message, size_t count,
                            const uint8_t signature[64]);
bool ctest_ed25519_sign(const uint8_t seed[32], const uint8_t *message, size_t count,
                        uint8_t signature[64]);
bool ctest_ed25519_public_key(const uint8_t seed[32], uint8_t public_key[32]);

#endif
