# SPDX-License-Identifier: MIT
# Makes street.pgm: disparities times 256 of a street that never was, with noise and pixels without a measurement.
import random
import struct

random.seed(7)
WIDTH, HEIGHT = 640, 240
HORIZON, SLOPE = 95, 0.33  # the road has disparity SLOPE * (row - HORIZON)

image = [[0.0] * WIDTH for _ in range(HEIGHT)]


def stand(column, top, disparity):
    """A point of an object on the road hides what is behind it."""
    foot = min(int(HORIZON + disparity / SLOPE), HEIGHT - 1)
    for row in range(top, foot + 1):
        image[row][column] = max(image[row][column], disparity)


for row in range(HORIZON + 1, HEIGHT):
    for column in range(WIDTH):
        image[row][column] = SLOPE * (row - HORIZON)
for column in range(230):  # houses on both sides
    stand(column, int(HORIZON - 40 - 0.12 * (230 - column)), 46 - 0.165 * column)
for column in range(431, WIDTH):
    stand(column, int(HORIZON - 48 - 0.10 * (column - 430)), 46 - 0.165 * (640 - column))
for first, last, top, disparity in [
    (300, 350, 88, 12.0),  # a car far ahead
    (365, 425, 84, 19.0),  # a van
    (185, 265, 92, 27.0),  # a parked car
    (470, 492, 70, 31.0),  # people
    (150, 158, 30, 33.0),  # a post
]:
    for column in range(first, last):
        stand(column, top, disparity)

pixels = bytearray()
for row in image:
    for disparity in row:
        if disparity > 0:
            disparity += random.gauss(0, 0.12)
            if random.random() < 0.015:
                disparity = 0
        pixels += struct.pack(">H", max(0, min(65535, int(round(disparity * 256)))))
with open("street.pgm", "wb") as file:
    file.write(b"P5\n%d %d\n65535\n" % (WIDTH, HEIGHT) + pixels)
